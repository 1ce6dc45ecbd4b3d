import { expect, it, vi } from 'vitest'
import type { EntryContext } from 'react-router'
import { withNeededRoutes } from './needed-routes.ts'

const ids = ['root', 'home', 'profile', 'settings', 'cart']
const ofPath: Record<string, string[]> = {
  '/': ['root', 'home'],
  '/profile': ['root', 'profile'],
  '/profile/settings': ['root', 'profile', 'settings'],
}
const match = vi.fn((path: string) => (ofPath[path] ?? []).map((id) => ({ route: { id } })))

const entryOf = (pathname: string, mode: string) =>
  ({
    manifest: { routes: Object.fromEntries(ids.map((id) => [id, { id }])) },
    routeDiscovery: { mode },
    staticHandlerContext: {
      location: { pathname },
      matches: (ofPath[pathname] ?? ['root']).map((id) => ({ route: { id } })),
      _match: match,
    },
  }) as unknown as EntryContext

it('a page has its own routes and those of the addresses above it, and no other', () => {
  const { manifest } = withNeededRoutes(entryOf('/profile/settings', 'lazy'))
  expect(Object.keys(manifest.routes)).toEqual(['root', 'home', 'profile', 'settings'])
})

it('a very long address costs no look at the addresses above it', () => {
  match.mockClear()
  const entry = entryOf(`/${'a/'.repeat(5000)}`, 'initial')
  expect(withNeededRoutes(entry)).toBe(entry)
  expect(match).not.toHaveBeenCalled()
})

it('the addresses above a page are looked for once, not for each request', () => {
  const entry = entryOf('/profile/settings', 'lazy')
  withNeededRoutes(entry)
  match.mockClear()
  const { staticHandlerContext: page } = withNeededRoutes(entry)
  const ids = new Set(page._match('/profile')?.map(({ route }) => route.id))
  expect([...ids]).toEqual(['root', 'profile', 'settings', 'home'])
  expect(match).not.toHaveBeenCalled()
})
