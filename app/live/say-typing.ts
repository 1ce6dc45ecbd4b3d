const EVERY_MS = 3000
const said = new Map<string, number>()

/**
 * Tells the other side of a thread that one is writing, at most every three seconds. It is said in passing: nothing
 * waits for it.
 */
export function sayTyping(threadId: string) {
  const now = Date.now()
  if (now - (said.get(threadId) ?? 0) < EVERY_MS) return
  said.set(threadId, now)
  void fetch('/api/typing', { method: 'POST', body: new URLSearchParams({ threadId }) }).catch(() => {})
}
