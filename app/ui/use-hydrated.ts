import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** Whether scripts run here. False on the server and during hydration, so that both render the same. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
