import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useLive } from '#app/live/use-live.ts'
import { unreadText } from './count-badge.tsx'

/**
 * Tells screen readers about a message or a notice that arrives while a page is open. A conversation has a status of
 * its own for messages.
 */
export function UnreadStatus({ of }: { of: 'message' | 'notice' }) {
  const { pathname } = useLocation()
  const hasNew = useRef(false)
  const [announcement, setAnnouncement] = useState('')
  useLive({
    [of]: ({ mine, isRead }: { mine?: boolean; isRead?: boolean }) => {
      hasNew.current ||= !mine && !isRead
    },
    counts: (counts) => {
      const count = counts[`${of}s`]
      const isInChat = of === 'message' && pathname === '/chat'
      if (hasNew.current && count > 0 && !isInChat) setAnnouncement(`You have ${unreadText(count, of)}.`)
      hasNew.current = false
    },
  })
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
}
