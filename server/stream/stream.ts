import type { Services } from '../context.ts'
import { type LoggedEvent, readLiveEvents, type Reader } from './queries.ts'

/** The most bytes that wait in this process for a reader; the rest stays in the log. */
const BUFFER_BYTES = 64 * 1024
/**
 * After how many heartbeats a reader that received nothing is disconnected; it resumes where it was when it
 * reconnects.
 */
const HEARTBEATS_UNTIL_END = 3

export type Stream = Reader & {
  body: ReadableStream<Uint8Array>
  /** The id of the last live event that was sent. */
  position(): number
  /** Sends all new live events. */
  sendNew(): void
  /** Sends something that is in no log; skips it when the reader is slow. */
  say(event: string, data: unknown): void
  /** Sends a `beat` event, which shows that the connection works; ends a stream whose reader receives nothing. */
  heartbeat(): void
  /** Ends the stream and tells the reader why: whether it may reconnect, and after how many milliseconds. */
  end(reason?: EndReason, retryMs?: number): void
}

/** `session`: log in again. `replaced`: the same person opened too many. `stopping`: reconnect. */
export type EndReason = 'session' | 'replaced' | 'stopping'

/**
 * One reader's stream of server-sent events: the live events of their account after an id, in order and once each,
 * then new ones as they happen. It reads the log only while there is room, so a slow reader costs no memory.
 */
export function createStream(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  reader: Reader,
  after: number | null,
  ended: () => void,
): Stream {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  let position = after
  let [isSending, again, starved, isOver] = [false, false, false, false]
  let unansweredHeartbeats = 0
  const hasSpace = () => (controller.desiredSize ?? 0) > 0
  const write = (lines: string) => controller.enqueue(encoder.encode(`${lines}\n\n`))
  const send = (...event: Parameters<typeof linesOf>) => write(linesOf(...event))

  const end = (reason?: EndReason, retryMs?: number) => {
    if (isOver) return
    isOver = true
    if (retryMs !== undefined) write(`retry: ${retryMs}`)
    if (reason) send('end', { reason })
    controller.close()
    ended()
  }

  /** Sends one page; returns whether the session is still valid. */
  const handOn = async (): Promise<boolean> => {
    const page = await readLiveEvents(db, reader, position, clock.now())
    if (isOver) return false
    if (page.is === 'ended') {
      end('session')
      return false
    }
    const { counts } = page
    if (page.is === 'lost' || position === null) {
      send(page.is === 'lost' ? 'reset' : 'ready', {}, counts.lastEventId)
      position = counts.lastEventId
    } else {
      for (const liveEvent of page.liveEvents) {
        position = liveEvent.id
        send(...contentOf(liveEvent), liveEvent.id)
      }
      if (!page.isLast) again = true
    }
    // More events may have arrived during the read: then another round follows.
    if (!again) send('counts', counts)
    return true
  }

  const sendNew = async () => {
    if (isSending) return void (again = true)
    isSending = true
    let stands = !isOver
    try {
      do {
        again = false
        starved = !hasSpace()
        if (stands && !starved) stands = await handOn()
      } while (again && stands && !starved)
    } catch (error) {
      log.warn({ err: error }, 'a stream could not be read')
      end('stopping', 5000)
    } finally {
      isSending = false
    }
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start: (its) => void (controller = its),
      pull() {
        unansweredHeartbeats = 0
        if (!starved) return
        starved = false
        void sendNew()
      },
      cancel() {
        if (isOver) return
        isOver = true
        ended()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
  )
  write('retry: 3000')
  if (after !== null) send('ready', {}, after)
  return {
    ...reader,
    body,
    position: () => position ?? 0,
    sendNew: () => void (isOver || sendNew()),
    say(event, data) {
      if (!isOver && hasSpace()) send(event, data)
    },
    heartbeat() {
      if (isOver) return
      if (hasSpace()) send('beat', {})
      else if (++unansweredHeartbeats >= HEARTBEATS_UNTIL_END) end()
    },
    end,
  }
}

const encoder = new TextEncoder()

/** A server-sent event as text. */
const linesOf = (event: string, data: unknown, id?: number) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}`

/** The name and data of an event. That of a deleted message is empty, so that readers who pass ids on see no gap. */
const contentOf = ({ kind, detail, message }: LoggedEvent): [string, object] =>
  kind === 'message' && !message ? ['gone', {}] : [kind, message ? { ...detail, message } : detail]
