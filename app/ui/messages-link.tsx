import { useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useCounts } from '#app/live/use-counts.ts'
import { useLive } from '#app/live/use-live.ts'
import { CountBadge } from './count-badge.tsx'
import { Icon } from './icon.tsx'

/** The number of unread messages as text. */
const unreadText = (count: number) =>
  `${count > 99 ? 'over 99' : count} unread ${count === 1 ? 'message' : 'messages'}`

/** The link to a person's conversations, with the current number of unread messages. */
export function MessagesLink() {
  const unread = useCounts()?.messages ?? 0
  return (
    <Link
      to="/profile/messages"
      aria-label={unread === 0 ? 'Messages' : `Messages, ${unread > 99 ? 'over 99' : unread} unread`}
      title="Messages"
      className={
        'relative hidden size-11 shrink-0 place-items-center rounded-full hover:bg-sunken ' +
        'focus-visible:rounded-full sm:grid'
      }
    >
      <Icon name="message" className="size-5.5" />
      <CountBadge count={unread} />
    </Link>
  )
}

/** Tells screen readers about messages that arrive while a page is open. A conversation has a status of its own. */
export function MessagesStatus() {
  const { pathname } = useLocation()
  const hasNewMessage = useRef(false)
  const [announcement, setAnnouncement] = useState('')
  useLive({
    message: ({ mine }) => {
      hasNewMessage.current ||= !mine
    },
    counts: ({ messages }) => {
      if (hasNewMessage.current && messages > 0 && pathname !== '/chat')
        setAnnouncement(`You have ${unreadText(messages)}.`)
      hasNewMessage.current = false
    },
  })
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
}

/** The number of unread messages, at the end of a line. */
export function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span
      className={
        'ml-auto grid h-6 min-w-6 place-items-center rounded-full bg-accent px-1.5 text-sm ' +
        'font-bold text-on-accent tabular-nums'
      }
    >
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{unreadText(count)}</span>
    </span>
  )
}
