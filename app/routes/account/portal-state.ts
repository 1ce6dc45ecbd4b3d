import { type Portal, portals } from '#domain/account/account.ts'

/** Where a person is in the log-in: the choice screen, or a portal with its tab. */
export type PortalState = { portal: Portal | null; tab: 'login' | 'signup' }

/** Reads the state from an address; the admin portal has log-in only. */
export function readPortalState(query: URLSearchParams): PortalState {
  const portal = portals.find((name) => name === query.get('portal')) ?? null
  const tab = query.get('tab') === 'signup' && portal !== null && portal !== 'admin' ? 'signup' : 'login'
  return { portal, tab }
}

/** The address of a state. */
export function portalHref({ portal, tab }: PortalState): string {
  if (!portal) return '/login'
  return tab === 'signup' ? `/login?portal=${portal}&tab=signup` : `/login?portal=${portal}`
}
