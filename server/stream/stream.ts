import type { Services } from '../context.ts'
import { readCounts, readNews, type Reader } from './queries.ts'

/** How much may wait in this process for a reader; the rest waits in the log. */
const ROOM_BYTES = 64 * 1024
/** After how many beats a reader that took nothing is given up; it resumes where it was when it comes back. */
const PATIENT_BEATS = 3

export type Stream = Reader & {
  body: ReadableStream<Uint8Array>
  /** The last news that was handed on. */
  position(): number
  /** Hands on whatever is new. */
  pump(): void
  /** Hands on something that is in no log, or not at all when the reader is slow. */
  say(event: string, data: unknown): void
  /** Shows that the connection stands, every few seconds. */
  beat(): void
  /** Ends it, telling the reader why: whether it may come back, and after how many milliseconds. */
  end(reason?: EndReason, retryMs?: number): void
}

/** `session`: log in again. `replaced`: the same person opened too many. `stopping`: come back. */
export type EndReason = 'session' | 'replaced' | 'stopping'

/**
 * One reader's stream of server-sent events: the news of their account after an id, in order and once each, then
 * live. It reads the log only while there is room, so a slow reader costs no memory.
 */
export function createStream(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  reader: Reader,
  after: number | null,
  ended: () => void,
): Stream {
  const text = new TextEncoder()
  let controller!: ReadableStreamDefaultController<Uint8Array>
  let position = after
  let [pumping, again, starved, isOver] = [false, false, false, false]
  let silentBeats = 0
  const hasRoom = () => (controller.desiredSize ?? 0) > 0
  const write = (lines: string) => controller.enqueue(text.encode(`${lines}\n\n`))
  const tell = (event: string, data: unknown, id?: number) =>
    write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}`)

  const end = (reason?: EndReason, retryMs?: number) => {
    if (isOver) return
    isOver = true
    if (retryMs !== undefined) write(`retry: ${retryMs}`)
    if (reason) tell('end', { reason })
    controller.close()
    ended()
  }

  /** Hands on one page; whether the session still stands. */
  const handOn = async (from: number): Promise<boolean> => {
    const page = await readNews(db, reader, from, clock.now())
    if (isOver) return false
    if (page.is === 'ended') {
      end('session')
      return false
    }
    if (page.is === 'lost') {
      position = page.lastId
      tell('reset', {}, page.lastId)
    } else {
      for (const { id, kind, detail, message } of page.news) {
        position = id
        // Ids stay without gaps for whoever passes them on.
        if (kind === 'message' && !message) tell('gone', {}, id)
        else tell(kind, message ? { ...detail, message } : detail, id)
      }
      if (!page.isLast) again = true
    }
    return true
  }

  const pump = async () => {
    if (pumping) return void (again = true)
    pumping = true
    let stands = !isOver
    try {
      if (stands && position === null) {
        position = (await readCounts(db, reader.accountId)).newsId
        if (!isOver) tell('ready', {}, position)
      }
      let counted: number | null = null
      do {
        again = false
        starved = !hasRoom()
        if (stands && !starved) stands = await handOn(position!)
        // While it counts, more may be told of: that is another round.
        if (stands && !starved && !again && counted !== position) {
          counted = position
          await count()
        }
      } while (again && stands && !starved)
    } catch (error) {
      log.warn({ err: error }, 'a stream could not be read')
      end('stopping', 5000)
    } finally {
      pumping = false
    }
  }
  const count = async () => {
    const counts = await readCounts(db, reader.accountId)
    if (!isOver) tell('counts', counts)
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start: (its) => void (controller = its),
      pull() {
        silentBeats = 0
        if (!starved) return
        starved = false
        void pump()
      },
      cancel() {
        if (isOver) return
        isOver = true
        ended()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: ROOM_BYTES }),
  )
  write('retry: 3000')
  if (after !== null) tell('ready', {}, after)
  return {
    ...reader,
    body,
    position: () => position ?? 0,
    pump: () => void (isOver || pump()),
    say(event, data) {
      if (!isOver && hasRoom()) tell(event, data)
    },
    beat() {
      if (isOver) return
      if (hasRoom()) tell('beat', {})
      else if (++silentBeats >= PATIENT_BEATS) end()
    },
    end,
  }
}
