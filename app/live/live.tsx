import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { Connection } from './connection.ts'
import { startListening, emit } from './hub.ts'
import { LiveContext, type LiveState } from './live-context.ts'
import { useReloadOn } from './use-reload-on.ts'

type LiveProps = {
  state: LiveState | null
  /** Called when another account turns out to be logged in in this browser. */
  onOtherAccount: () => void
  children: ReactNode
}

/**
 * Connects the pages of a logged-in person to the live events, and again when another account logs in; for guests it
 * loads nothing.
 */
export function Live({ state, onOtherAccount, children }: LiveProps) {
  const account = state?.accountId
  const otherAccountLoggedIn = useEffectEvent(onOtherAccount)
  const lastEventId = useEffectEvent(() => state?.counts.lastEventId ?? 0)
  const connection = useRef<Connection>(null)
  useEffect(() => {
    if (!account) return
    let isCleanedUp = false
    const after = lastEventId()
    startListening(after)
    void import('./connection.ts')
      .then(({ connect }) => {
        if (!isCleanedUp) connection.current = connect(account, after, emit, () => otherAccountLoggedIn())
      })
      // Without its stream a page only shows the data of when it was opened.
      .catch(() => {})
    return () => {
      isCleanedUp = true
      connection.current?.end()
      connection.current = null
      // Another account must not receive these events.
      startListening(0)
    }
  }, [account])
  // A successful read for the account shows that it is logged in.
  useEffect(() => {
    if (state) connection.current?.resume()
  }, [state])
  return (
    <LiveContext value={state}>
      {state ? <ReloadOnReset /> : null}
      {children}
    </LiveContext>
  )
}

/** Reloads the page's data when missed events are no longer stored. */
function ReloadOnReset() {
  useReloadOn('reset')
  return null
}
