import type { EntryContext } from 'react-router'

type Manifest = EntryContext['manifest']
type Page = EntryContext['staticHandlerContext']
type Needed = { manifest: Manifest; matches: Page['matches'] }
/** What pages need: by the full manifest, and by the id of the page's last route. */
const neededBy = new WeakMap<Manifest, Map<string, Needed>>()

/**
 * The same page for React, with a manifest of only the routes that it needs: its own, and those of the addresses above
 * its own (`/profile` above `/profile/settings`), which React Router sends to the browser for the next click. React
 * Router makes elements of all routes in the manifest for each page, which costs more than the elements of a small
 * page. It also looks for these addresses among all routes again for each page: here it gets all that were found at
 * once, which would be wrong for `prefetch="render"`: no link has it. For a very long address React Router leaves the
 * mode `lazy` and does not look above it: all routes stay.
 */
export function withNeededRoutes(entry: EntryContext): EntryContext {
  const { manifest, routeDiscovery, staticHandlerContext: page } = entry
  if (routeDiscovery.mode !== 'lazy') return entry
  const byRouteId = neededBy.get(manifest) ?? new Map<string, Needed>()
  neededBy.set(manifest, byRouteId)
  const routeId = page.matches.at(-1)?.route.id ?? ''
  const needed = byRouteId.get(routeId) ?? neededRoutes(manifest, page)
  byRouteId.set(routeId, needed)
  return {
    ...entry,
    manifest: needed.manifest,
    staticHandlerContext: { ...page, _match: () => needed.matches },
  }
}

function neededRoutes(manifest: Manifest, page: Page): Needed {
  const parts = page.location.pathname.split('/').filter(Boolean)
  const above = parts.map((_, i) => `/${parts.slice(0, i).join('/')}`)
  const matches = [...page.matches, ...['/', ...above].flatMap((path) => page._match(path) ?? [])]
  const ids = new Set(matches.map((match) => match.route.id))
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => ids.has(id)))
  return { manifest: { ...manifest, routes }, matches }
}
