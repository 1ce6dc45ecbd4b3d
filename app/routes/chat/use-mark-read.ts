import { useEffect, useRef, useState } from 'react'
import { tellSeen } from './ask-server.ts'
import type { ThreadView } from './thread-view.ts'
import type { ToldMessage } from './told-message.ts'

/** Says that messages were read, once someone has the page before them and the newest message in view. */
export function useMarkRead(
  { threadId, side, readId, unread }: ThreadView,
  messages: readonly ToldMessage[],
  inView: boolean,
) {
  const visible = useVisible()
  const told = useRef(unread > 0 ? 0 : readId)
  const last = messages.findLast(({ sender }) => sender !== side)?.id ?? 0
  useEffect(() => {
    if (!threadId || !inView || !visible || last <= told.current) return
    const before = told.current
    told.current = last
    void tellSeen(threadId, last).then((arrived) => {
      if (!arrived && told.current === last) told.current = before
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
