import { EllipsisVertical, Flag, UserCheck, UserX } from 'lucide-react'
import { useLocation } from 'react-router'
import { Link } from '#app/ui/link.tsx'
import { IconButton } from '#app/ui/primitives/button.tsx'

type ThreadMenuProps = { threadId: string; partnerName: string; blockedByMe: boolean }

const look =
  'flex min-h-11 w-full items-center gap-3 rounded-lg px-4 text-left font-medium -outline-offset-3 hover:bg-sunken'

/** The actions on the other person: a native popover, so it opens without scripts. */
export function ThreadMenu({ threadId, partnerName, blockedByMe }: ThreadMenuProps) {
  const location = useLocation()
  const BlockIcon = blockedByMe ? UserCheck : UserX
  return (
    <>
      <IconButton label="More about this person" popoverTarget="thread-menu">
        <EllipsisVertical aria-hidden="true" className="size-5" />
      </IconButton>
      <div
        key={location.key}
        id="thread-menu"
        popover="auto"
        className={
          'w-max max-w-[calc(100vw-1.5rem)] min-w-56 rounded-xl border border-line bg-card p-2 ' +
          'text-ink shadow-lift [position-area:bottom_span-left]'
        }
      >
        <ul role="list">
          <li>
            <Link to={`/report?thread=${threadId}`} className={look}>
              <Flag aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
              <span className="truncate">
                Report <bdi>{partnerName}</bdi>
              </span>
            </Link>
          </li>
          <li>
            <Link to={`/block?thread=${threadId}`} className={look}>
              <BlockIcon aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
              <span className="truncate">
                {blockedByMe ? 'Unblock' : 'Block'} <bdi>{partnerName}</bdi>
              </span>
            </Link>
          </li>
        </ul>
      </div>
    </>
  )
}
