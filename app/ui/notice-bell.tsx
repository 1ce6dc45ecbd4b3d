import { Bell } from 'lucide-react'
import { Link } from 'react-router'
import { CountBadge } from './count-badge.tsx'

/** The way to one's notices, with how many are unread. */
export function NoticeBell({ unread }: { unread: number }) {
  return (
    <Link
      to="/profile/notices"
      aria-label={unread === 0 ? 'Notices' : `Notices, ${unread > 99 ? 'over 99' : unread} unread`}
      title="Notices"
      className="relative grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken focus-visible:rounded-full"
    >
      <Bell aria-hidden="true" className="size-5.5" />
      <CountBadge count={unread} />
    </Link>
  )
}
