import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  const over = new AbortController()
  for (const event of ['online', 'offline']) addEventListener(event, onChange, { signal: over.signal })
  return () => over.abort()
}

/** Whether the browser is online, as far as it knows. True on the server and during hydration. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}
