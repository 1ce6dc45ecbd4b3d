import { useEffect, useRef, useState } from 'react'
import { sendSeen } from './ask-server.ts'
import type { ThreadView } from './thread-view.ts'
import type { SentMessage } from './sent-message.ts'

/** Reports messages as read, once the page is visible and the newest message is in view. */
export function useMarkRead(
  { threadId, side, readId, unread }: ThreadView,
  messages: readonly SentMessage[],
  inView: boolean,
) {
  const visible = useVisible()
  const reportedId = useRef(unread > 0 ? 0 : readId)
  const last = messages.findLast(({ sender }) => sender !== side)?.id ?? 0
  useEffect(() => {
    if (!threadId || !inView || !visible || last <= reportedId.current) return
    const before = reportedId.current
    reportedId.current = last
    void sendSeen(threadId, last).then((arrived) => {
      if (!arrived && reportedId.current === last) reportedId.current = before
    })
  }, [threadId, inView, visible, last])
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
