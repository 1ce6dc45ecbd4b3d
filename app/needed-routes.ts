import type { EntryContext } from 'react-router'

type Manifest = EntryContext['manifest']
const known = new WeakMap<Manifest, Map<string, Manifest>>()

/**
 * The same input of React without the routes that the page does not need: it needs its own, and those of the addresses
 * above it, which React Router sends along for the next click. React Router makes elements of all routes of the
 * manifest anew for each page, which costs more than the elements of a small page.
 */
export function withNeededRoutes(entry: EntryContext): EntryContext {
  const { manifest, staticHandlerContext: page } = entry
  const manifests = known.get(manifest) ?? new Map<string, Manifest>()
  known.set(manifest, manifests)
  // Pages of one route have the same addresses above them.
  const route = page.matches.at(-1)?.route.id ?? ''
  const needed = manifests.get(route) ?? { ...manifest, routes: neededRoutes(manifest, page) }
  manifests.set(route, needed)
  return { ...entry, manifest: needed }
}

function neededRoutes({ routes }: Manifest, page: EntryContext['staticHandlerContext']): Manifest['routes'] {
  const parts = page.location.pathname.split('/').filter(Boolean)
  const above = parts.map((_, i) => `/${parts.slice(0, i).join('/')}`)
  const matches = [...page.matches, ...['/', ...above].flatMap((path) => page._match(path) ?? [])]
  const ids = new Set(matches.map((match) => match.route.id))
  return Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)))
}
