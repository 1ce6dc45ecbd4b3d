import { TrieRouter } from 'hono/router/trie-router'
import { LRUCache } from 'lru-cache'
import { pagePaths } from '#domain/pages.ts'

/** The names of built files: they have an extension, and no endpoint or page of their own. */
const FILE = '/assets/*'
const builtFile = /^\/(?:assets\/.+|[\w.-]+\.(?:js|css|svg|png|webp|ico|woff2|txt|json))$/
const OTHER = '/*'
const withEnding = /:(\w+)(\.\w+)$/

/** The pattern of the route that answers a path, such as `/listing/:listingId`: never an address itself. */
export type RouteNames = (url: string) => string

/**
 * Names the routes of the site: the paths of `endpoints`, and the pages. What scripts ask of a page (`.data`) has the
 * page's name.
 */
export function nameRoutes(endpoints: readonly string[]): RouteNames {
  const router = new TrieRouter<string>()
  const paths = [...new Set([...endpoints, ...pagePaths, '/__manifest'])].filter(
    (path) => !path.includes('*'),
  )
  // The first that fits is taken: `:runId.csv` stands before `:runId`.
  for (const path of paths.toSorted((a, b) => Number(withEnding.test(b)) - Number(withEnding.test(a))))
    router.add('GET', path.replace(withEnding, ':$1{[^/]+\\$2}'), path)
  const known = new LRUCache<string, string>({ max: 2_000 })
  const find = (path: string): string => {
    const asked = path.endsWith('.data') ? path.slice(0, -'.data'.length).replace(/^\/_root$/, '/') : path
    const found = router.match('GET', asked)[0][0]?.[0]
    return found ?? (builtFile.test(path) ? FILE : OTHER)
  }
  return (url) => {
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    let name = known.get(path)
    if (name === undefined) known.set(path, (name = find(path)))
    return name
  }
}
