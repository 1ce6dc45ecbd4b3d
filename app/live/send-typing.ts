const EVERY_MS = 3000
const sentAt = new Map<string, number>()

/**
 * Tells the other side of a thread that the person is typing, at most every three seconds. Nothing waits for the
 * answer.
 */
export function sendTyping(threadId: string) {
  const now = Date.now()
  if (now - (sentAt.get(threadId) ?? 0) < EVERY_MS) return
  sentAt.set(threadId, now)
  void fetch('/api/typing', { method: 'POST', body: new URLSearchParams({ threadId }) }).catch(() => {})
}
