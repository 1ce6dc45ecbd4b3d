import { type LiveEvent, newsIdOf } from './news.ts'
import { openSource, type Source } from './source.ts'

/** How much the leading tab keeps for tabs that come later. */
const KEPT = 500
const ANSWERED_MS = 3000
const TOLD_MS = 500

/** What tabs of one account say to each other. */
type Said =
  | { say: 'event'; event: LiveEvent }
  /** A tab begins to lead. */
  | { say: 'lead' }
  /** A tab would like to hear what came after this id. */
  | { say: 'ask'; after: number }
  | { say: 'ping' | 'pong' | 'over' }

export type Connection = {
  /** Reads on where it stopped, when that was because nobody was logged in: now the account is again. */
  resume(): void
  end(): void
}

/**
 * Hears what is new for an account after an id, and tells it in this tab: each news once and in order. One tab of a
 * browser leads: it holds a lock and the only stream, and passes on what it hears. When it goes, the next one that
 * waits for the lock reads on. A browser without locks has a stream in each tab.
 */
export function connect(account: string, after: number, tell: (event: LiveEvent) => void): Connection {
  const name = `hiram-live:${account}`
  const shares = 'locks' in navigator && 'BroadcastChannel' in window
  const ending = new AbortController()
  const { signal } = ending
  let isOver = false
  let position = after
  let source: Source | null = null
  let channel: BroadcastChannel | null = null
  let waiting = new AbortController()
  let release = () => {}
  let silence: number | undefined
  let kept: LiveEvent[] = []
  let keptAfter = after

  const say = (said: Said) => channel?.postMessage(said)
  const ask = () => say({ say: 'ask', after: position })

  /** Tells this tab of what it has not heard yet. */
  const hear = (event: LiveEvent) => {
    const id = newsIdOf(event)
    if (event.kind === 'reset') position = event.data.id
    else if (id !== null) {
      if (id <= position) return
      // Something was missed while this tab slept: whoever leads tells it again, and this too.
      if (id > position + 1 && !source) return ask()
      position = id
    }
    tell(event)
  }

  const keep = (event: LiveEvent) => {
    if (event.kind === 'reset') {
      kept = []
      keptAfter = event.data.id
    } else if (newsIdOf(event) !== null) {
      kept.push(event)
      for (const old of kept.splice(0, kept.length - KEPT)) keptAfter = newsIdOf(old)!
    }
  }

  const begin = () => {
    kept = []
    keptAfter = position
    source = openSource(account, position, {
      event(event) {
        keep(event)
        hear(event)
        say({ say: 'event', event })
      },
      over() {
        say({ say: 'over' })
        // The lock is kept until the others know, lest the next one tries in vain.
        isOver = true
        window.setTimeout(() => isOver && pause(), TOLD_MS)
      },
    })
    say({ say: 'lead' })
  }
  const stepDown = () => {
    source?.close()
    source = null
    release()
    release = () => {}
  }
  const hold = () =>
    new Promise<void>((done) => {
      if (signal.aborted || !channel) return done()
      release = done
      begin()
    })
  /** Waits for its turn to lead, or takes it from a tab that does not answer. */
  const stand = (steal: boolean) => {
    waiting.abort()
    waiting = new AbortController()
    const lead = steal
      ? navigator.locks.request(name, { steal: true }, hold)
      : navigator.locks.request(name, { signal: waiting.signal }, hold)
    // Another tab took the lead, since this one slept.
    lead.catch(() => {
      if (signal.aborted || !source) return
      stepDown()
      stand(false)
    })
  }

  const answer = ({ data }: MessageEvent<Said>) => {
    if (data.say === 'over') {
      isOver = true
      return pause()
    }
    if (!source) {
      if (data.say === 'event' || data.say === 'lead' || data.say === 'pong') {
        window.clearTimeout(silence)
        silence = undefined
      }
      if (data.say === 'event') hear(data.event)
      else if (data.say === 'lead') ask()
      return
    }
    if (data.say === 'ping') {
      say({ say: 'pong' })
      source.wake()
    } else if (data.say === 'ask') {
      if (data.after < keptAfter) {
        kept = []
        keptAfter = data.after
        source.from(data.after)
      } else for (const event of kept) if (newsIdOf(event)! > data.after) say({ say: 'event', event })
    }
  }
  /**
   * Someone looks at this tab again, or the network is back: whatever slept wakes, and a leader that does not answer
   * is replaced.
   */
  const wake = () => {
    if (document.visibilityState === 'hidden' || isOver) return
    if (source) return source.wake()
    if (!channel) return
    say({ say: 'ping' })
    ask()
    silence ??= window.setTimeout(() => {
      silence = undefined
      stand(true)
    }, ANSWERED_MS)
  }

  const start = () => {
    if (!shares) return begin()
    channel = new BroadcastChannel(name)
    channel.addEventListener('message', answer)
    stand(false)
    ask()
  }
  const pause = () => {
    window.clearTimeout(silence)
    silence = undefined
    waiting.abort()
    stepDown()
    channel?.close()
    channel = null
  }
  const resume = () => {
    if (!isOver || signal.aborted) return
    isOver = false
    pause()
    start()
  }
  const end = () => {
    ending.abort()
    pause()
  }

  start()
  window.addEventListener('online', wake, { signal })
  // Someone may have logged in again in another tab.
  const look = () => (isOver && document.visibilityState !== 'hidden' ? resume() : wake())
  document.addEventListener('visibilitychange', look, { signal })
  // A page that the browser keeps to go back to may hold neither a lock nor a stream.
  window.addEventListener('pagehide', pause, { signal })
  window.addEventListener('pageshow', ({ persisted }) => void (persisted && !isOver && start()), { signal })
  return { resume, end }
}
