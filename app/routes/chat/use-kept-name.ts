import { useMemo } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { ThreadView } from './thread-view.ts'

type Named = Pick<ThreadView, 'key' | 'threadId' | 'side'>

/**
 * The name under which this tab keeps what was typed in a conversation: the key that the conversation had when this
 * tab first showed it. The key changes when the listing is erased; this name does not.
 */
export function useKeptName({ key, threadId, side }: Named): string {
  const hydrated = useHydrated()
  return useMemo(() => (hydrated ? nameOf({ key, threadId, side }) : key), [hydrated, key, threadId, side])
}

function nameOf({ key, threadId, side }: Named): string {
  if (!threadId) return key
  const entry = `kept-as:${threadId}:${side}`
  try {
    const name = sessionStorage.getItem(entry)
    if (name === null) sessionStorage.setItem(entry, key)
    return name ?? key
  } catch {
    // Without storage nothing is kept under any name.
    return key
  }
}
