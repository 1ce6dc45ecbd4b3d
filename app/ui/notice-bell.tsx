import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useLive } from '#app/live/use-live.ts'
import { CountBadge } from './count-badge.tsx'
import { Icon } from './icon.tsx'

const countText = (unread: number) => (unread > 99 ? 'over 99' : String(unread))

/** The link to a person's notices, with the number of unread ones. */
export function NoticeBell({ unread }: { unread: number }) {
  return (
    <Link
      to="/profile/notices"
      aria-label={unread === 0 ? 'Notices' : `Notices, ${countText(unread)} unread`}
      title="Notices"
      className={
        'relative grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken ' +
        'focus-visible:rounded-full'
      }
    >
      <Icon name="bell" className="size-5.5" />
      <CountBadge count={unread} />
    </Link>
  )
}

/** Tells screen readers about a notice that arrives while a page is open. */
export function NoticesStatus() {
  const hasNewNotice = useRef(false)
  const [announcement, setAnnouncement] = useState('')
  useLive({
    notice: ({ isRead }) => {
      hasNewNotice.current ||= !isRead
    },
    counts: ({ notices }) => {
      if (hasNewNotice.current && notices > 0)
        setAnnouncement(`You have ${countText(notices)} unread ${notices === 1 ? 'notice' : 'notices'}.`)
      hasNewNotice.current = false
    },
  })
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
}
