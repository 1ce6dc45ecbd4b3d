import { MessageCircle, Printer, Star } from 'lucide-react'
import { Link } from 'react-router'
import { formatPeso } from '#domain/money.ts'
import type { DepositStatus } from '#domain/deposit/deposit.ts'
import { daysText, deliveryText } from '#domain/pricing/pricing.ts'
import { holdsDates, type Offer } from '#domain/rental/lifecycle.ts'
import { ListingPhoto } from '#app/ui/listing-photo.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { RentalStatusBadge } from '#app/ui/status-badge.tsx'
import { Fact } from '#app/ui/fact.tsx'
import type { TrackedRental as Rental } from '#server/rental/track-rentals.ts'
import { DepositState } from '../deposit/deposit-state.tsx'
import { ActionButton } from './action-button.tsx'

export type Tracked = Omit<
  Rental,
  'renterId' | 'ownerId' | 'period' | 'listingIsPublic' | 'listingArchivedAt' | 'claim' | 'lines' | 'refunds'
> & {
  /** Whether the viewer can open its listing's page. */
  canOpen: boolean
  /** The first day and, if there are several, the last, as people read them. */
  start: string
  last: string | null
  /** The notes about its money, for its renter. */
  notes: readonly string[]
  offers: readonly Offer[]
  /** The status of its deposit; null without one. */
  deposit: DepositStatus | null
}

type TrackedRentalProps = { rental: Tracked; view: 'lent' | 'rented'; askFrom: string }

/** One rental: item, other person, dates, amount, and actions. */
export function TrackedRental({ rental, view, askFrom }: TrackedRentalProps) {
  const refusals = rental.offers.flatMap(({ action, refusal }) => (refusal ? [{ action, refusal }] : []))
  return (
    <Card
      as="article"
      padding="none"
      className={
        'grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-x-4 p-4 ' +
        'sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-x-5 sm:p-5'
      }
    >
      <ListingPhoto
        photo={rental.photo}
        alt=""
        sizes="(min-width: 640px) 144px, 88px"
        className="rounded-lg sm:row-span-2"
      />
      <div className="min-w-0">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h3 className="min-w-0 text-lg/snug">
            {rental.canOpen ? (
              <Link to={`/listing/${rental.listingId}`} className="hover:text-accent hover:underline">
                {rental.title}
              </Link>
            ) : (
              rental.title
            )}
          </h3>
          <RentalStatusBadge status={rental.status} />
        </div>
        <p className="mt-0.5 text-muted">
          {view === 'lent' ? 'Rented by' : 'Owner'}{' '}
          <span className="font-semibold text-ink">{rental.partnerName}</span>
        </p>
      </div>
      <div className="min-w-0 max-sm:col-span-2">
        <dl className="mt-3 grid grid-cols-2 gap-x-5 gap-y-2.5 text-sm md:grid-cols-[1.8fr_1fr_1fr_1.6fr]">
          <Fact
            label="Start date"
            note={
              rental.last
                ? `${daysText(rental.durationDays)}, until ${rental.last}`
                : daysText(rental.durationDays)
            }
          >
            {rental.start}
          </Fact>
          <Fact label="Delivery">{deliveryText(rental.deliveryOption)}</Fact>
          <Fact label="Total">
            <span className="tabular-nums">{formatPeso(rental.totals.total + rental.totals.refunded)}</span>
          </Fact>
          <Fact label="Order">
            <span className="break-all">{rental.orderNumber}</span>
          </Fact>
        </dl>
        {rental.notes.map((note) => (
          <p key={note} className="mt-3 text-sm font-semibold">
            {note}
          </p>
        ))}
        <div className="mt-4 flex flex-wrap items-center gap-2">
          {rental.offers.map((offer) => (
            <ActionButton key={offer.action} rental={rental} offer={offer} askFrom={askFrom} />
          ))}
          {view === 'rented' && holdsDates(rental.status) ? (
            <ButtonLink
              to={`/chat?listingId=${rental.listingId}`}
              variant="secondary"
              size="sm"
              aria-label={`Chat with Owner of ${rental.title}`}
            >
              <MessageCircle aria-hidden="true" className="size-4" />
              Chat with Owner
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
            variant={rental.offers.length > 0 ? 'quiet' : 'secondary'}
            size="sm"
            aria-label={`Print Receipt of ${rental.title}`}
          >
            <Printer aria-hidden="true" className="size-4" />
            Print Receipt
          </ButtonLink>
        </div>
        {rental.deposit ? <DepositState deposit={rental.deposit} rental={rental} view={view} /> : null}
        {refusals.map(({ action, refusal }) => (
          <p key={action} id={`${rental.id}-${action}`} className="mt-2 text-sm text-muted">
            {refusal}
          </p>
        ))}
      </div>
    </Card>
  )
}
