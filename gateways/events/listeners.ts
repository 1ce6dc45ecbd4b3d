import type { Listener, Hint } from './port.ts'

/** Who listens in this process, told one after the other; one that throws takes nothing from the others. */
export function createListeners() {
  const all = new Set<Listener>()
  const each = (tell: (listener: Listener) => void) => {
    for (const listener of all) {
      try {
        tell(listener)
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
    tell(hints: readonly Hint[]) {
      for (const hint of hints) each((listener) => listener.hint(hint))
    },
    gap: () => each((listener) => listener.gap()),
  }
}
