import { useSyncExternalStore } from 'react'

const KEY = 'support-open'
const listeners = new Set<() => void>()
// Where storage is refused, the page remembers by itself.
let open: boolean | null = null

function isOpen(): boolean {
  if (open !== null) return open
  try {
    open = sessionStorage.getItem(KEY) === 'yes'
  } catch {
    open = false
  }
  return open
}

function setOpen(next: boolean) {
  open = next
  try {
    if (next) sessionStorage.setItem(KEY, 'yes')
    else sessionStorage.removeItem(KEY)
  } catch {
    // It is forgotten with the page then.
  }
  for (const tell of listeners) tell()
}

function subscribe(tell: () => void) {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** Whether the assistant is open in this tab, also after a reload. Closed on the server and while hydrating. */
export function useOpen(): [boolean, (open: boolean) => void] {
  return [useSyncExternalStore(subscribe, isOpen, () => false), setOpen]
}
