import { useSyncExternalStore } from 'react'

const KEY = 'support-open'
const listeners = new Set<() => void>()
// Where storage is not allowed, the page keeps it in memory.
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
    // It is then lost when the page is closed.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the assistant is open in this tab, also after a reload. Closed on the server and while hydrating. */
export function useOpen(): [boolean, (open: boolean) => void] {
  return [useSyncExternalStore(subscribe, isOpen, () => false), setOpen]
}
