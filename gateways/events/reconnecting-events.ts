import { setTimeout as wait } from 'node:timers/promises'
import type { EventsGateway, EventNotification } from './port.ts'
import { createListeners } from './listeners.ts'
import { writeEventNotifications } from './wire-format.ts'

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 10_000
const CHECKED_EVERY_MS = 30_000
/**
 * The most notifications that wait while a connection is slow; further ones are lost, and readers notice that later.
 */
const MOST_WAITING = 10_000

/** One connection to a server that passes messages on. */
export type EventConnection = {
  send(message: string): Promise<void>
  /** Resolves when the other side answers, rejects when it does not. */
  check(): Promise<void>
  end(): Promise<void>
}

/**
 * Opens a connection that listens already. `received` is called with each message, `lost` once when it ends by itself.
 */
export type OpenConnection = (on: {
  received(notifications: EventNotification[]): void
  lost(): void
}) => Promise<EventConnection>

/**
 * Event notifications over a connection that is opened again after every loss, with growing waits; each time listeners
 * get `gap`. Notifications published in one turn of the event loop are sent together.
 */
export function reconnectingEvents(dial: OpenConnection, failed: (error: unknown) => void): EventsGateway {
  const listeners = createListeners()
  const closing = new AbortController()
  const waiting: EventNotification[] = []
  let line: EventConnection | null = null
  let sending = false
  let resolveReady = () => {}
  const ready = new Promise<void>((done) => (resolveReady = done))

  const send = async () => {
    while (line && waiting.length > 0)
      for (const message of writeEventNotifications(waiting.splice(0)))
        await line?.send(message).catch(failed)
    // Without a connection notifications are dropped, not sent late.
    if (!line) waiting.length = 0
    sending = false
  }

  const keep = async () => {
    let waitMs = FIRST_WAIT_MS
    let first = true
    while (!closing.signal.aborted) {
      try {
        const lost = Promise.withResolvers<void>()
        const opened = await dial({ received: listeners.notify, lost: lost.resolve })
        line = opened
        waitMs = FIRST_WAIT_MS
        resolveReady()
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
  const running = keep()

  return {
    publish(notifications) {
      if (closing.signal.aborted || waiting.length + notifications.length > MOST_WAITING) return
      waiting.push(...notifications)
      if (sending) return
      sending = true
      setImmediate(() => void send())
    },
    subscribe: listeners.subscribe,
    ready: () => ready,
    async close() {
      closing.abort()
      resolveReady()
      await running
    },
  }
}

/** Waits until a connection is lost, no longer answers, or is to be closed. */
async function untilLost(line: EventConnection, lost: Promise<void>, closing: AbortSignal): Promise<void> {
  let stop = () => {}
  const ended = new Promise<void>((done) => (stop = done))
  closing.addEventListener('abort', stop, { once: true })
  if (closing.aborted) stop()
  const timer = setInterval(() => void line.check().catch(stop), CHECKED_EVERY_MS).unref()
  await Promise.race([lost, ended])
  clearInterval(timer)
  closing.removeEventListener('abort', stop)
}
