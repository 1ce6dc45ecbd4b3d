import { Flag } from 'lucide-react'
import { Link } from 'react-router'

/** Leads to the report of a message, beside it: faint for fingers, and only there when needed for a mouse or keyboard. */
export function ReportMessage({ messageId }: { messageId: number }) {
  return (
    <Link
      to={`/report?message=${messageId}`}
      aria-label="Report this message"
      title="Report this message"
      className={
        'absolute top-0 left-full grid size-11 place-items-center rounded-full text-muted opacity-60 hover:bg-sunken hover:opacity-100 ' +
        'focus-visible:rounded-full focus-visible:opacity-100 group-hover/message:opacity-100 [@media(hover:hover)]:opacity-0 ' +
        '[@media(hover:hover)]:group-hover/message:opacity-100 [@media(hover:hover)]:focus-visible:opacity-100'
      }
    >
      <Flag aria-hidden="true" className="size-4" />
    </Link>
  )
}
