import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchPath } from 'react-router'
import routes from '#app/routes.ts'

const app = path.resolve(import.meta.dirname, '../../app')

/** The style guide is for developers only. */
const onlyWhileDeveloping = ['/styleguide']

/** Every address of `app/routes.ts` that shows a page, as written there: `/listing/:listingId`. */
export const pageRoutes: readonly string[] = leaves(routes as RouteConfigEntry[], '').filter(
  (pattern) => !onlyWhileDeveloping.includes(pattern),
)

/** Every address of `app/routes.ts` that answers with data, a file or a redirect instead of a page. */
export const dataRoutes: readonly string[] = leaves(
  routes as RouteConfigEntry[],
  '',
  (file) => !showsPage(file),
)

/** Every address of `app/routes.ts`. */
export const allRoutes: readonly string[] = leaves(routes as RouteConfigEntry[], '', () => true)

function leaves(entries: readonly RouteConfigEntry[], base: string, are = showsPage): string[] {
  return entries.flatMap((entry) => {
    const pattern = entry.path === undefined ? base : `${base}/${entry.path}`
    if (entry.children) return leaves(entry.children, pattern, are)
    return are(entry.file) ? [pattern || '/'] : []
  })
}

/** A route without a component answers with data or a redirect. */
function showsPage(file: string): boolean {
  return /^export default /m.test(readFileSync(path.join(app, file), 'utf8'))
}

/**
 * The route of an address: the one with the fewest parameters.
 * ### Example Of `/listing/none?review=1` it is `/listing/:listingId`; of `/no-such-page` it is `/*`.
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

/** The pages that none of these addresses, or patterns, matches. */
export function pagesWithout(addresses: readonly string[]): string[] {
  const found = new Set(addresses.map(routeOf))
  return pageRoutes.filter((pattern) => !found.has(pattern))
}
