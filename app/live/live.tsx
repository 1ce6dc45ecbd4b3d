import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { Connection } from './connection.ts'
import { beginHearing, tell } from './hub.ts'
import { LiveContext, type LiveState } from './live-context.ts'
import { useFreshOn } from './use-fresh-on.ts'

/** Lets the pages of someone who is logged in hear what is new; guests load nothing for it. */
export function Live({ state, children }: { state: LiveState | null; children: ReactNode }) {
  const account = state?.accountId
  const since = useEffectEvent(() => state?.counts.newsId ?? 0)
  const connection = useRef<Connection>(null)
  useEffect(() => {
    if (!account) return
    let isOver = false
    const after = since()
    beginHearing(after)
    void import('./connection.ts')
      .then(({ connect }) => {
        if (!isOver) connection.current = connect(account, after, tell)
      })
      // Without its stream a page is as fresh as when it was opened.
      .catch(() => {})
    return () => {
      isOver = true
      connection.current?.end()
      connection.current = null
      // What one account heard is nobody else's.
      beginHearing(0)
    }
  }, [account])
  // Whatever is read for the account shows that it is logged in.
  useEffect(() => {
    if (state) connection.current?.resume()
  }, [state])
  return (
    <LiveContext value={state}>
      {state ? <Anew /> : null}
      {children}
    </LiveContext>
  )
}

function Anew() {
  useFreshOn('reset')
  return null
}
