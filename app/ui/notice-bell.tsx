import { useRef, useState } from 'react'
import { Bell } from 'lucide-react'
import { Link } from 'react-router'
import { useLive } from '#app/live/use-live.ts'
import { CountBadge } from './count-badge.tsx'

const countText = (unread: number) => (unread > 99 ? 'over 99' : String(unread))

/** The way to one's notices, with how many are unread. */
export function NoticeBell({ unread }: { unread: number }) {
  return (
    <Link
      to="/profile/notices"
      aria-label={unread === 0 ? 'Notices' : `Notices, ${countText(unread)} unread`}
      title="Notices"
      className="relative grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken focus-visible:rounded-full"
    >
      <Bell aria-hidden="true" className="size-5.5" />
      <CountBadge count={unread} />
    </Link>
  )
}

/** Says it when a notice arrives while a page is open. */
export function NoticesStatus() {
  const came = useRef(false)
  const [said, setSaid] = useState('')
  useLive({
    notice: ({ isRead }) => {
      came.current ||= !isRead
    },
    counts: ({ notices }) => {
      if (came.current && notices > 0)
        setSaid(`You have ${countText(notices)} unread ${notices === 1 ? 'notice' : 'notices'}.`)
      came.current = false
    },
  })
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
