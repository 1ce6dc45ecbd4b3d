import { setTimeout as wait } from 'node:timers/promises'
import type { EventsGateway, Hint } from './port.ts'
import { createListeners } from './listeners.ts'
import { writeHints } from './wire-format.ts'

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 10_000
const CHECKED_EVERY_MS = 30_000
/** What waits to be sent while a connection is slow; more than that is lost, which whoever reads finds out later. */
const MOST_WAITING = 10_000

/** One connection to whatever passes messages on. */
export type Line = {
  send(message: string): Promise<void>
  /** Resolves while the other side answers, rejects when it does not. */
  check(): Promise<void>
  end(): Promise<void>
}

/**
 * Opens a connection that already listens. `heard` is called with each message, `lost` once when it ends by itself.
 */
export type Dial = (on: { heard(hints: Hint[]): void; lost(): void }) => Promise<Line>

/**
 * Hints over a connection that is opened again, ever more slowly, whenever it is lost; each time listeners hear of
 * the gap. What is published in one turn travels together.
 */
export function keptConnection(dial: Dial, failed: (error: unknown) => void): EventsGateway {
  const listeners = createListeners()
  const closing = new AbortController()
  const waiting: Hint[] = []
  let line: Line | null = null
  let sending = false
  let heardReady = () => {}
  const ready = new Promise<void>((done) => (heardReady = done))

  const send = async () => {
    while (line && waiting.length > 0)
      for (const message of writeHints(waiting.splice(0))) await line?.send(message).catch(failed)
    // Without a connection nobody is told, and nothing is kept to be told late.
    if (!line) waiting.length = 0
    sending = false
  }

  const keep = async () => {
    let waitMs = FIRST_WAIT_MS
    let first = true
    while (!closing.signal.aborted) {
      try {
        const lost = Promise.withResolvers<void>()
        const opened = await dial({ heard: listeners.tell, lost: lost.resolve })
        line = opened
        waitMs = FIRST_WAIT_MS
        heardReady()
        if (!first) listeners.gap()
        first = false
        await untilLost(opened, lost.promise, closing.signal)
        line = null
        await opened.end().catch(() => {})
      } catch (error) {
        line = null
        failed(error)
      }
      first = false
      const pause = waitMs * (0.5 + Math.random() / 2)
      await wait(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
    }
  }
  const kept = keep()

  return {
    publish(hints) {
      if (closing.signal.aborted || waiting.length + hints.length > MOST_WAITING) return
      waiting.push(...hints)
      if (sending) return
      sending = true
      setImmediate(() => void send())
    },
    subscribe: listeners.subscribe,
    ready: () => ready,
    async close() {
      closing.abort()
      heardReady()
      await kept
    },
  }
}

/** Waits until a connection is lost, no longer answers, or is no longer wanted. */
async function untilLost(line: Line, lost: Promise<void>, closing: AbortSignal): Promise<void> {
  let stop = () => {}
  const ended = new Promise<void>((done) => (stop = done))
  closing.addEventListener('abort', stop, { once: true })
  if (closing.aborted) stop()
  const timer = setInterval(() => void line.check().catch(stop), CHECKED_EVERY_MS).unref()
  await Promise.race([lost, ended])
  clearInterval(timer)
  closing.removeEventListener('abort', stop)
}
