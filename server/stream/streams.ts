import type { Services } from '../context.ts'
import { findBehind, type Reader } from './queries.ts'
import { createStream, type Stream } from './stream.ts'

const BEAT_MS = 20_000
/** One person's tabs share a stream; so many browsers may each have one, at each process of the server. */
const STREAMS_PER_PERSON = 6

/** Every stream that is open at this process. */
export type Streams = {
  /** A stream of an account's news after an id, or from now on; the oldest of too many ends. */
  open(reader: Reader, after: number | null): ReadableStream<Uint8Array>
  /** Shows that the connections stand, and finds what no hint told of. It happens by itself every 20 seconds. */
  beat(): Promise<void>
  /** Ends them all, and asks their readers to come back in a moment, not all at once. */
  close(): void
}

/**
 * Keeps the streams of this process going: hints wake them, and every 20 seconds they are looked after in one
 * statement.
 */
export function openStreams(services: Services): Streams {
  const byAccount = new Map<string, Set<Stream>>()
  const all = () => [...byAccount.values()].flatMap((streams) => [...streams])
  let closed = false

  const stopListening = services.events.subscribe({
    hint({ to, kind, about }) {
      for (const stream of byAccount.get(to) ?? [])
        if (kind === 'news') stream.pump()
        else stream.say(kind, { about })
    },
    gap: () => all().forEach((stream) => stream.pump()),
  })

  const beat = async () => {
    const streams = all()
    streams.forEach((stream) => stream.beat())
    if (streams.length === 0) return
    try {
      const known = streams.map(({ accountId, sessionId, position }, key) => ({
        accountId,
        sessionId,
        key,
        after: position(),
      }))
      for (const key of await findBehind(services.db, known, services.clock.now())) streams[key]!.pump()
    } catch (error) {
      services.log.warn({ err: error }, 'streams could not be looked after')
    }
  }
  const timer = setInterval(() => void beat(), BEAT_MS).unref()

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
      else stream.pump()
      return stream.body
    },
    beat,
    close() {
      closed = true
      clearInterval(timer)
      stopListening()
      for (const stream of all()) stream.end('stopping', Math.round(500 + Math.random() * 2000))
    },
  }
}
