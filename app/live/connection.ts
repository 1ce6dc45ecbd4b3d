import type { StreamEvent } from './live-events.ts'
import { openStreamConnection } from './stream-connection.ts'

export type Connection = {
  /**
   * Reconnects after the last event, if the connection ended because nobody was logged in: now the account is logged
   * in again.
   */
  resume(): void
  end(): void
}

/**
 * Receives the live events of an account after an id, and emits them in this tab: each once and in order. Calls
 * `otherAccountLoggedIn` when another account turns out to be logged in in this browser. Only a visible tab has a
 * stream, because a browser opens six connections to a server over HTTP/1.1, for all of its tabs. A tab that becomes
 * visible again continues after the last event it received.
 */
export function connect(
  account: string,
  after: number,
  emit: (event: StreamEvent) => void,
  otherAccountLoggedIn: () => void,
): Connection {
  const ending = new AbortController()
  const { signal } = ending
  let isLoggedOut = false
  const stream = openStreamConnection(account, after, {
    event: emit,
    loggedOut: () => void (isLoggedOut = true),
    otherAccountLoggedIn,
  })

  const wake = () => {
    if (document.visibilityState !== 'hidden' && !isLoggedOut && !signal.aborted) stream.wake()
  }
  const resume = () => {
    isLoggedOut = false
    wake()
  }
  const end = () => {
    ending.abort()
    stream.pause()
  }

  wake()
  // The person may have logged in again in another tab.
  const lookAgain = () => (document.visibilityState === 'hidden' ? stream.pause() : resume())
  document.addEventListener('visibilitychange', lookAgain, { signal })
  // The server ends the oldest stream of a person who has too many; the window with focus opens it again.
  window.addEventListener('focus', wake, { signal })
  window.addEventListener('online', wake, { signal })
  // A page in the back/forward cache may not hold a stream.
  window.addEventListener('pagehide', stream.pause, { signal })
  window.addEventListener('pageshow', wake, { signal })
  return { resume, end }
}
