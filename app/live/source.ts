import type { LiveEvent, LiveKind } from './news.ts'

const kinds: LiveKind[] = ['message', 'read', 'rental', 'notice', 'gone', 'counts', 'typing', 'reset']
/** The server shows every 20 seconds that the connection stands. */
const SILENT_MS = 50_000
const LOOK_EVERY_MS = 10_000
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

type On = {
  event(event: LiveEvent): void
  /** Nobody is logged in here any more. */
  over(): void
}

export type Source = {
  /** Reads on after another id. */
  from(after: number): void
  /** Connects at once when the connection does not stand, as after sleep or a lost network. */
  wake(): void
  close(): void
}

/**
 * Keeps one stream open and reads on where it stopped, whatever ended it: an error, the server, silence. It is opened
 * again after a second, and then ever more slowly.
 */
export function openSource(account: string, after: number, on: On): Source {
  let stream: EventSource | null = null
  let heardAt = Date.now()
  let waitMs = FIRST_WAIT_MS
  let retry: number | undefined
  let isClosed = false

  const address = () => `/api/stream?${new URLSearchParams({ as: account, after: String(after) })}`
  const drop = () => {
    stream?.close()
    stream = null
    window.clearTimeout(retry)
    retry = undefined
  }
  const open = () => {
    drop()
    if (isClosed) return
    if (!navigator.onLine) return later()
    heardAt = Date.now()
    const opened = new EventSource(address())
    stream = opened
    const heard = () => {
      heardAt = Date.now()
      waitMs = FIRST_WAIT_MS
    }
    opened.addEventListener('beat', heard)
    opened.addEventListener('ready', heard)
    for (const kind of kinds)
      opened.addEventListener(kind, (event) => {
        if (stream !== opened) return
        heard()
        const id = event.lastEventId === '' ? null : Number(event.lastEventId)
        const told = JSON.parse(event.data as string) as Record<string, unknown>
        const isLogged = kind !== 'counts' && kind !== 'typing'
        if (isLogged && id !== null) after = id
        on.event({ kind, data: dataOf(kind, told, id) } as LiveEvent)
      })
    opened.addEventListener('end', (event) => {
      if (stream !== opened) return
      const { reason } = JSON.parse(event.data as string) as { reason: string }
      if (reason === 'session') return over()
      // Other browsers of the same person took its place: it comes back when someone looks at it.
      if (reason === 'replaced') return drop()
      drop()
      retry = window.setTimeout(open, 500 + Math.random() * 2000)
    })
    opened.addEventListener('error', () => {
      if (stream !== opened) return
      const isRefused = opened.readyState === EventSource.CLOSED
      drop()
      if (isRefused) void askWhy()
      else later()
    })
  }
  const later = () => {
    if (isClosed) return
    window.clearTimeout(retry)
    retry = window.setTimeout(open, waitMs * (0.5 + Math.random() / 2))
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
  }
  const over = () => {
    close()
    on.over()
  }
  /** A stream does not say why it was refused. */
  const askWhy = async () => {
    const asking = new AbortController()
    const status = await fetch(address(), { signal: asking.signal }).then(
      (answer) => answer.status,
      () => 0,
    )
    asking.abort()
    if (isClosed) return
    if (status === 401 || status === 403) over()
    else later()
  }
  const look = window.setInterval(() => {
    if (stream && Date.now() - heardAt > SILENT_MS) open()
  }, LOOK_EVERY_MS)
  const close = () => {
    isClosed = true
    window.clearInterval(look)
    drop()
  }

  open()
  return {
    from(earlier) {
      after = earlier
      open()
    },
    wake() {
      const stands = stream?.readyState === EventSource.OPEN && Date.now() - heardAt < SILENT_MS / 2
      if (stands || isClosed) return
      waitMs = FIRST_WAIT_MS
      open()
    },
    close,
  }
}

function dataOf(kind: LiveKind, told: Record<string, unknown>, id: number | null) {
  if (kind === 'typing') return { threadId: told.about }
  return kind === 'counts' ? told : { ...told, id }
}
