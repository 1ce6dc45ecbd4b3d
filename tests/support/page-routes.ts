import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchPath } from 'react-router'
import routes from '#app/routes.ts'

const app = path.resolve(import.meta.dirname, '../../app')

/** The style guide is for those who develop, and not found anywhere else. */
const onlyWhileDeveloping = ['/styleguide']

/** Every address of `app/routes.ts` that shows a page, as it stands there: `/listing/:listingId`. */
export const pageRoutes: readonly string[] = leaves(routes as RouteConfigEntry[], '').filter(
  (pattern) => !onlyWhileDeveloping.includes(pattern),
)

/** Every address of `app/routes.ts` that answers with data, a file or a redirect instead of a page. */
export const dataRoutes: readonly string[] = leaves(
  routes as RouteConfigEntry[],
  '',
  (file) => !showsPage(file),
)

function leaves(entries: readonly RouteConfigEntry[], base: string, are = showsPage): string[] {
  return entries.flatMap((entry) => {
    const pattern = entry.path === undefined ? base : `${base}/${entry.path}`
    if (entry.children) return leaves(entry.children, pattern, are)
    return are(entry.file) ? [pattern || '/'] : []
  })
}

/** What has no component answers with data or sends people on. */
function showsPage(file: string): boolean {
  return /^export default /m.test(readFileSync(path.join(app, file), 'utf8'))
}

/**
 * The route that answers an address: the one with the fewest parts left open.
 *
 * ### Example
 * Of `/listing/none?review=1` it is `/listing/:listingId`; of `/no-such-page` it is `/*`.
 */
export function routeOf(address: string): string {
  const { pathname } = new URL(address, 'http://hiram.test')
  const [nearest] = pageRoutes
    .filter((pattern) => matchPath(pattern, pathname))
    .toSorted((a, b) => openness(a) - openness(b))
  if (!nearest) throw new Error(`No page is at ${address}`)
  return nearest
}

const openness = (pattern: string) => (pattern.endsWith('*') ? 100 : pattern.split(':').length)

/** The pages that none of these addresses, or patterns of addresses, leads to. */
export function pagesWithout(addresses: readonly string[]): string[] {
  const found = new Set(addresses.map(routeOf))
  return pageRoutes.filter((pattern) => !found.has(pattern))
}
