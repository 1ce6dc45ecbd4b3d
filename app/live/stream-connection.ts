import { type EventStream, openEventStream } from './event-stream.ts'
import type { StreamEvent } from './live-events.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/** What `/api/stream` answers when it refuses. */
type Refusal = { error: { code: string } }

type Handlers = {
  event(event: StreamEvent): void
  /** The account is not logged in here any more: the stream is paused. */
  loggedOut(): void
  /** Another account is logged in here now. Called after `loggedOut`. */
  otherAccountLoggedIn(): void
}

export type StreamConnection = {
  /** Connects at once if there is no connection: at first, and after a pause, sleep or a lost network. */
  wake(): void
  /** Ends the stream until `wake`, which continues after the last event. */
  pause(): void
}

/**
 * Keeps one stream open from the first `wake` on, and continues after the last event, whatever ended it: an error,
 * the server, silence. It reconnects after a second, then after growing waits.
 */
export function openStreamConnection(account: string, after: number, handlers: Handlers): StreamConnection {
  let stream: EventStream | null = null
  let waitMs = FIRST_WAIT_MS
  let retry: number | undefined
  let isPaused = true

  const address = () => `/api/stream?${new URLSearchParams({ as: account, after: String(after) })}`
  const drop = () => {
    stream?.close()
    stream = null
    window.clearTimeout(retry)
  }
  const pause = () => {
    isPaused = true
    drop()
  }
  const loggedOut = () => {
    pause()
    handlers.loggedOut()
  }
  const openAfter = (ms: number) => {
    window.clearTimeout(retry)
    retry = window.setTimeout(open, ms)
  }
  const openLater = () => {
    openAfter(waitMs * (0.5 + Math.random() / 2))
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
  }
  const afterEnd = (reason: string) => {
    if (reason === 'session') return loggedOut()
    drop()
    // The server ended it, as the same person opened newer ones: `wake` connects again when someone looks at this tab.
    if (reason !== 'replaced') openAfter(500 + Math.random() * 2000)
  }
  const afterFailure = async (isRefused: boolean) => {
    drop()
    if (!isRefused) return openLater()
    const { status, code } = await refusalAt(address())
    if (isPaused || stream) return
    if (status !== 401 && status !== 403) return openLater()
    loggedOut()
    if (code === 'other-account') handlers.otherAccountLoggedIn()
  }
  const open = () => {
    drop()
    if (!navigator.onLine) return openLater()
    stream = openEventStream(address(), {
      received: () => (waitMs = FIRST_WAIT_MS),
      event(event, continueAfter) {
        after = continueAfter ?? after
        handlers.event(event)
      },
      ended: afterEnd,
      failed: (isRefused) => void afterFailure(isRefused),
      silent: open,
    })
  }
  const wake = () => {
    if (stream?.isFresh()) return
    isPaused = false
    waitMs = FIRST_WAIT_MS
    open()
  }
  return { wake, pause }
}

/** The HTTP status with which the server answers at an address, 0 without an answer, and the code of a refusal. */
async function refusalAt(url: string): Promise<{ status: number; code?: string }> {
  const asking = new AbortController()
  try {
    const answer = await fetch(url, { signal: asking.signal })
    const refusal = answer.ok ? null : ((await answer.json().catch(() => null)) as Refusal | null)
    return { status: answer.status, code: refusal?.error.code }
  } catch {
    return { status: 0 }
  } finally {
    asking.abort()
  }
}
