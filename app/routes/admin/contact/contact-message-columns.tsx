import { formatInstant } from '#domain/period.ts'
import { Badge } from '#app/ui/primitives/badge.tsx'
import type { AdminContactMessage, ContactMessageSort } from '#server/contact/contact-message-table.ts'
import { LongText } from '../long-text.tsx'
import { RowButton } from '../row-button.tsx'
import type { Column } from '../table/parts.ts'

/** The columns of the list of contact messages. */
export const contactMessageColumns: Column<AdminContactMessage, ContactMessageSort>[] = [
  {
    head: 'Message',
    sort: 'subject',
    cell: ({ subject, message }) => (
      <div className="min-w-0 lg:min-w-48 xl:min-w-64">
        <p className="font-semibold break-words">{subject}</p>
        <div className="mt-1.5">
          <LongText>{message}</LongText>
        </div>
      </div>
    ),
  },
  {
    head: 'From',
    sort: 'name',
    cell: ({ name, email, subject, loggedIn }) => (
      <span className="grid min-w-0 lg:min-w-32 xl:min-w-44">
        <span className="break-words">{name}</span>
        <a
          href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`}
          className="link break-all"
        >
          {email}
        </a>
        {loggedIn ? <span className="text-muted">was logged in</span> : null}
      </span>
    ),
  },
  {
    head: 'Sent',
    sort: 'created',
    cell: ({ createdAt }) => <span className="lg:block lg:min-w-24">{formatInstant(createdAt)}</span>,
  },
  {
    head: 'Status',
    cell: ({ handledAt, handledByName }) => (
      <span className="grid justify-items-start gap-1 max-lg:justify-items-end">
        <Badge tone={handledAt ? 'success' : 'warning'}>{handledAt ? 'Handled' : 'Open'}</Badge>
        {handledAt && handledByName ? <span className="text-muted">by {handledByName}</span> : null}
      </span>
    ),
  },
  {
    head: 'Actions',
    wideOnPhone: true,
    cell: ({ id, subject, handledAt }) => (
      <RowButton
        hidden={{ intent: handledAt ? 'reopen' : 'handle', messageId: id }}
        label={handledAt ? 'Open again' : 'Mark as handled'}
        of={`“${subject}”`}
        variant={handledAt ? 'secondary' : 'primary'}
      />
    ),
  },
]
