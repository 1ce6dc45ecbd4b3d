import { CalendarSync, MessageCircle, Printer, Star } from 'lucide-react'
import { rentalPath } from '#domain/rental/rental-path.ts'
import type { ReactNode } from 'react'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { ActionButton } from './action-button.tsx'
import type { Tracked } from '#app/tracked.ts'

type RentalButtonsProps = {
  rental: Tracked
  view: 'lent' | 'rented'
  askFrom: string
  /** The address that takes the actions; the page itself by default. */
  postTo?: string
  /** Further buttons, the last ones. */
  children?: ReactNode
}

/** What its viewer can do with a rental: its actions, and the links to its conversation, review and receipt. */
export function RentalButtons({ rental, view, askFrom, postTo, children }: RentalButtonsProps) {
  const chat = view === 'rented' ? 'Chat with Owner' : 'Chat with Renter'
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2" data-print="hide">
      {rental.buttons.map((button) => (
        <ActionButton key={button.action} rental={rental} button={button} askFrom={askFrom} postTo={postTo} />
      ))}
      {rental.links.map(({ label, to }) => (
        <ButtonLink
          key={label}
          to={to}
          variant="secondary"
          size="sm"
          aria-label={`${label}: ${rental.title}`}
        >
          {label}
        </ButtonLink>
      ))}
      {rental.chatTo ? (
        <ButtonLink
          to={rental.chatTo}
          variant="secondary"
          size="sm"
          aria-label={`${chat} of ${rental.title}`}
        >
          <MessageCircle aria-hidden="true" className="size-4" />
          {chat}
        </ButtonLink>
      ) : null}
      {rental.mayChangeDays ? (
        <ButtonLink
          to={rentalPath(rental.id, 'change')}
          variant="secondary"
          size="sm"
          aria-label={`Change the days of ${rental.title}`}
        >
          <CalendarSync aria-hidden="true" className="size-4" />
          Change the days
        </ButtonLink>
      ) : null}
      {view === 'rented' && rental.status === 'Completed' && rental.canOpen ? (
        <ButtonLink
          to={`/listing/${rental.listingId}?review=1#reviews`}
          variant="secondary"
          size="sm"
          aria-label={`Leave a Review of ${rental.title}`}
        >
          <Star aria-hidden="true" className="size-4" />
          Leave a Review
        </ButtonLink>
      ) : null}
      <ButtonLink
        to={`/receipt/${rental.orderNumber}`}
        state={{ print: true }}
        variant={rental.buttons.length > 0 ? 'quiet' : 'secondary'}
        size="sm"
        aria-label={`Print Receipt of ${rental.title}`}
      >
        <Printer aria-hidden="true" className="size-4" />
        Print Receipt
      </ButtonLink>
      {children}
    </div>
  )
}

/** Why some of the actions are not possible yet. */
export function RentalRefusals({ rental }: { rental: Tracked }) {
  return rental.buttons.map(({ action, refusal }) =>
    refusal ? (
      <p key={action} id={`${rental.id}-${action}`} className="mt-2 text-sm text-muted">
        {refusal}
      </p>
    ) : null,
  )
}
