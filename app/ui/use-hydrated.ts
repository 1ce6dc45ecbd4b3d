import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** Whether scripts run here. False on the server and while hydrating, so that both draw the same. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
