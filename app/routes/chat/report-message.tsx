import { Flag } from 'lucide-react'
import { Link } from '#app/ui/link.tsx'

/**
 * The link to report a message, beside it: always visible on touch screens; with a mouse or keyboard visible on hover
 * and focus.
 */
export function ReportMessage({ messageId }: { messageId: number }) {
  return (
    <Link
      to={`/report?message=${messageId}`}
      aria-label="Report this message"
      title="Report this message"
      className={
        'absolute top-0 left-full grid size-11 place-items-center rounded-full text-muted hover:bg-sunken ' +
        'focus-visible:rounded-full [@media(hover:hover)]:opacity-0 ' +
        '[@media(hover:hover)]:group-hover/message:opacity-100 [@media(hover:hover)]:focus-visible:opacity-100'
      }
    >
      <Flag aria-hidden="true" className="size-4" />
    </Link>
  )
}
