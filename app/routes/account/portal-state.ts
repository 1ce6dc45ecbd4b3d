import { type Portal, portals } from '#domain/account/account.ts'
import { returnPathOf } from '#domain/account/return-path.ts'

/** The state of the log-in: the choice of a portal, or a portal with its tab; and the page to return to. */
export type PortalState = { portal: Portal | null; tab: 'login' | 'signup'; next: string | null }

/** Reads the state from an address; the admin portal has log-in only. */
export function readPortalState(query: URLSearchParams): PortalState {
  const portal = portals.find((name) => name === query.get('portal')) ?? null
  const tab = query.get('tab') === 'signup' && portal !== null && portal !== 'admin' ? 'signup' : 'login'
  return { portal, tab, next: returnPathOf(query.get('next')) }
}

/** The address of a state. */
export function portalHref({ portal, tab, next }: PortalState): string {
  const query = new URLSearchParams()
  if (portal) query.set('portal', portal)
  if (portal && tab === 'signup') query.set('tab', tab)
  if (next) query.set('next', next)
  return query.size > 0 ? `/login?${query}` : '/login'
}
