import { type StreamEvent, type StreamEventKind, isStored } from './live-events.ts'

const kinds: StreamEventKind[] = [
  'message',
  'read',
  'rental',
  'notice',
  'gone',
  'counts',
  'typing',
  'assistant',
  'reset',
]
/** The longest silence of a stream, in milliseconds; the server sends a heartbeat every 20 seconds. */
const SILENT_MS = 50_000
const CHECK_EVERY_MS = 10_000
/** How long a stream that is still connecting may take before a new one is tried. */
const CONNECTING_MS = 1000

type Handlers = {
  /** Something arrived: an event or a heartbeat. */
  received(): void
  /** `continueAfter`: the id from which a new stream continues; null for events that are not stored. */
  event(event: StreamEvent, continueAfter: number | null): void
  /** The server ended the stream: `session` (logged out), `replaced` (by newer streams) or another reason. */
  ended(reason: string): void
  /** The stream broke off. `isRefused`: the server answered with an error status; a stream does not say which. */
  failed(isRefused: boolean): void
  /** Nothing arrived for `SILENT_MS`. */
  silent(): void
}

export type EventStream = {
  /** Whether something arrived lately, so that the stream is probably still connected. */
  isFresh(): boolean
  /** Closes the stream; nothing is reported afterwards. */
  close(): void
}

/** Opens one stream of server-sent events and reports what arrives, until it is closed. */
export function openEventStream(url: string, on: Handlers): EventStream {
  const source = new EventSource(url)
  let isClosed = false
  let lastReceivedAt = Date.now()
  const silentMs = () => Date.now() - lastReceivedAt
  const watch = window.setInterval(() => {
    if (silentMs() > SILENT_MS) on.silent()
  }, CHECK_EVERY_MS)

  const listen = (type: string, handle: (event: MessageEvent<string>) => void) =>
    source.addEventListener(type, (event) => {
      if (!isClosed) handle(event as MessageEvent<string>)
    })
  const received = () => {
    lastReceivedAt = Date.now()
    on.received()
  }
  listen('beat', received)
  listen('ready', received)
  for (const kind of kinds)
    listen(kind, (message) => {
      received()
      const id = message.lastEventId === '' ? null : Number(message.lastEventId)
      on.event(eventOf(kind, message.data, id), isInLog(kind) ? id : null)
    })
  listen('end', ({ data }) => on.ended((JSON.parse(data) as { reason: string }).reason))
  listen('error', () => on.failed(source.readyState === EventSource.CLOSED))

  return {
    isFresh: () => silentMs() < (source.readyState === EventSource.OPEN ? SILENT_MS / 2 : CONNECTING_MS),
    close() {
      isClosed = true
      window.clearInterval(watch)
      source.close()
    },
  }
}

/** Whether the id of such an event is a position in the log, as that of a stored event or a reset is. */
const isInLog = (kind: StreamEventKind) => isStored(kind) || kind === 'reset'

function eventOf(kind: StreamEventKind, text: string, id: number | null): StreamEvent {
  const payload = JSON.parse(text) as Record<string, unknown>
  if (kind === 'typing' || kind === 'assistant') return { kind, data: { threadId: payload.about as string } }
  return { kind, data: kind === 'counts' ? payload : { ...payload, id } } as StreamEvent
}
