import { useEffect, useRef, useState } from 'react'
import { waitToRetry } from '#app/ui/wait-to-retry.ts'
import { sendSeen } from './ask-server.ts'
import type { ThreadView } from './thread-view.ts'
import type { SentMessage } from '#domain/chat/sent-message.ts'

/** Reports messages as read, once the page is visible and the newest message is in view, until that has arrived. */
export function useMarkRead(
  { threadId, side, readId, unread }: ThreadView,
  messages: readonly SentMessage[],
  inView: boolean,
) {
  const visible = useVisible()
  const [tries, setTries] = useState(0)
  const reportedId = useRef(unread > 0 ? 0 : readId)
  const last = messages.findLast(({ sender }) => sender !== side)?.id ?? 0
  useEffect(() => {
    if (!threadId || !inView || !visible || last <= reportedId.current) return
    const before = reportedId.current
    reportedId.current = last
    const over = new AbortController()
    void sendSeen(threadId, last).then(async (arrived) => {
      if (arrived) return setTries(0)
      if (reportedId.current !== last) return
      reportedId.current = before
      await waitToRetry(tries, over.signal)
      setTries(tries + 1)
    })
    return () => over.abort()
  }, [threadId, inView, visible, last, tries])
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible')
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return visible
}
