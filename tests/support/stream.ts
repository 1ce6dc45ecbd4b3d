import { vi } from 'vitest'

/** One server-sent event as a browser receives it. */
export type ReceivedEvent = { id: number | null; event: string; data: Record<string, unknown> }

/** Reads a stream of server-sent events as it arrives; `received` grows. */
export function readStream(body: ReadableStream<Uint8Array>) {
  const received: ReceivedEvent[] = []
  const reader = body.getReader()
  let isOver = false
  let retryMs: number | null = null
  const reading = (async () => {
    const text = new TextDecoder()
    let rest = ''
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      rest += text.decode(value, { stream: true })
      const frames = rest.split('\n\n')
      rest = frames.pop()!
      for (const frame of frames) {
        const fields = new Map(frame.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
        if (fields.has('retry')) retryMs = Number(fields.get('retry'))
        const event = fields.get('event')
        if (!event) continue
        const id = fields.get('id')
        received.push({
          id: id === undefined ? null : Number(id),
          event,
          data: JSON.parse(fields.get('data')!),
        })
      }
    }
  })()
    .catch(() => {})
    .finally(() => (isOver = true))
  return {
    received,
    /** The events of a kind. */
    of: (event: string) => received.filter((each) => each.event === event),
    /** Waits until there are `n` events of a kind, and returns them. */
    async until(event: string, n = 1) {
      await vi.waitFor(() => {
        if (received.filter((each) => each.event === event).length < n)
          throw new Error(`no ${n} of ${event} in ${JSON.stringify(received.map((each) => each.event))}`)
      }, 60_000)
      return received.filter((each) => each.event === event)
    },
    isOver: () => isOver,
    retryMs: () => retryMs,
    async stop() {
      await reader.cancel().catch(() => {})
      await reading
    },
    ended: () => reading,
  }
}
