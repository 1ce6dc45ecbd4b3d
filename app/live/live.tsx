import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { beginHearing, tell } from './hub.ts'
import { LiveContext, type LiveState } from './live-context.ts'
import { useFreshOn } from './use-fresh-on.ts'

/** Lets the pages of someone who is logged in hear what is new; guests load nothing for it. */
export function Live({ state, children }: { state: LiveState | null; children: ReactNode }) {
  const account = state?.accountId
  const since = useEffectEvent(() => state?.counts.newsId ?? 0)
  useEffect(() => {
    if (!account) return
    let end = () => {}
    let isOver = false
    const after = since()
    beginHearing(after)
    void import('./connection.ts')
      .then(({ connect }) => {
        if (!isOver) end = connect(account, after, tell)
      })
      // Without its stream a page is as fresh as when it was opened.
      .catch(() => {})
    return () => {
      isOver = true
      end()
      // What one account heard is nobody else's.
      beginHearing(0)
    }
  }, [account])
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
