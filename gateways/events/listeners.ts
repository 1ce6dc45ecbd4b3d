import type { Listener, EventNotification } from './port.ts'

/** The listeners of this process, called one after the other; when one throws, the others are still called. */
export function createListeners() {
  const all = new Set<Listener>()
  const each = (notify: (listener: Listener) => void) => {
    for (const listener of all) {
      try {
        notify(listener)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
  return {
    subscribe(listener: Listener) {
      const own = { ...listener }
      all.add(own)
      return () => void all.delete(own)
    },
    notify(notifications: readonly EventNotification[]) {
      for (const notify of notifications) each((listener) => listener.notify(notify))
    },
    gap: () => each((listener) => listener.gap()),
  }
}
