import type { EntryContext } from 'react-router'

type Manifest = EntryContext['manifest']
/** The small manifests: by the full one, and by the id of the page's last route. */
const manifests = new WeakMap<Manifest, Map<string, Manifest>>()

/**
 * The same page for React, with a manifest of only the routes that it needs: its own, and those of the addresses above
 * its own (`/profile` above `/profile/settings`), which React Router sends to the browser for the next click. React
 * Router makes elements of all routes in the manifest for each page, which costs more than the elements of a small
 * page. For a very long address React Router leaves the mode `lazy` and does not look above it: all routes stay.
 */
export function withNeededRoutes(entry: EntryContext): EntryContext {
  const { manifest, routeDiscovery, staticHandlerContext: page } = entry
  if (routeDiscovery.mode !== 'lazy') return entry
  const byRouteId = manifests.get(manifest) ?? new Map<string, Manifest>()
  manifests.set(manifest, byRouteId)
  const routeId = page.matches.at(-1)?.route.id ?? ''
  const needed = byRouteId.get(routeId) ?? { ...manifest, routes: neededRoutes(manifest, page) }
  byRouteId.set(routeId, needed)
  return { ...entry, manifest: needed }
}

function neededRoutes({ routes }: Manifest, page: EntryContext['staticHandlerContext']): Manifest['routes'] {
  const parts = page.location.pathname.split('/').filter(Boolean)
  const above = parts.map((_, i) => `/${parts.slice(0, i).join('/')}`)
  const matches = [...page.matches, ...['/', ...above].flatMap((path) => page._match(path) ?? [])]
  const ids = new Set(matches.map((match) => match.route.id))
  return Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)))
}
