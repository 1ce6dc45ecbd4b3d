import type { Services } from '../context.ts'
import { findBehind, type Reader } from './queries.ts'
import { createStream, type Stream } from './stream.ts'

const HEARTBEAT_MS = 20_000
/**
 * The most open streams of one account in one process; each visible tab opens one. It is less than the six
 * connections that a browser opens to a server over HTTP/1.1, so that tabs can still load pages.
 */
const STREAMS_PER_PERSON = 4

/** All open streams of this process. */
export type Streams = {
  /**
   * Opens a stream of an account's live events after an id, or from now on; when there are too many, the oldest ends.
   */
  open(reader: Reader, after: number | null): ReadableStream<Uint8Array>
  /**
   * Sends a heartbeat to all streams, and wakes those that missed a live event or whose session ended. It runs by
   * itself every 20 seconds.
   */
  heartbeat(): Promise<void>
  /** How many are open. */
  count(): number
  /** Ends all streams, and asks their readers to reconnect after different short waits. */
  close(): void
}

/**
 * Runs the streams of this process: event notifications wake them, and every 20 seconds one statement checks all of
 * them.
 */
export function createStreams(services: Services): Streams {
  const byAccount = new Map<string, Set<Stream>>()
  const all = () => [...byAccount.values()].flatMap((streams) => [...streams])
  let closed = false

  const stopListening = services.events.subscribe({
    notify({ to, kind, about }) {
      for (const stream of byAccount.get(to) ?? [])
        if (kind === 'live-event') stream.sendNew()
        else stream.say(kind, { about })
    },
    gap: () => all().forEach((stream) => stream.sendNew()),
  })

  const heartbeat = async () => {
    const streams = all()
    streams.forEach((stream) => stream.heartbeat())
    if (streams.length === 0) return
    try {
      const positions = streams.map(({ accountId, sessionId, position }, key) => ({
        accountId,
        sessionId,
        key,
        after: position(),
      }))
      for (const key of await findBehind(services.db, positions, services.clock.now()))
        streams[key]!.sendNew()
    } catch (error) {
      services.log.warn({ err: error }, 'streams could not be looked after')
    }
  }
  const timer = setInterval(() => void heartbeat(), HEARTBEAT_MS).unref()

  return {
    open(reader, after) {
      const own = byAccount.get(reader.accountId) ?? new Set()
      byAccount.set(reader.accountId, own)
      const stream = createStream(services, reader, after, () => {
        own.delete(stream)
        if (own.size === 0 && byAccount.get(reader.accountId) === own) byAccount.delete(reader.accountId)
      })
      own.add(stream)
      for (const oldest of own) {
        if (own.size <= STREAMS_PER_PERSON) break
        oldest.end('replaced')
      }
      if (closed) stream.end('stopping', 1000)
      else stream.sendNew()
      return stream.body
    },
    heartbeat,
    count: () => all().length,
    close() {
      closed = true
      clearInterval(timer)
      stopListening()
      for (const stream of all()) stream.end('stopping', Math.round(500 + Math.random() * 2000))
    },
  }
}
