import { Link } from '#app/ui/link.tsx'
import { rentalPath } from '#domain/rental/rental-path.ts'
import { ListingPhoto } from '#app/ui/listing-photo.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { OpenChange } from '../change/open-change.tsx'
import { DepositState } from '../deposit/deposit-state.tsx'
import { ProblemLink } from '../dispute/problem-link.tsx'
import { RentalBadges } from './rental-badges.tsx'
import { RentalButtons, RentalRefusals } from './rental-buttons.tsx'
import { RentalSummary } from './rental-summary.tsx'
import type { Tracked } from '#app/tracked.ts'

type TrackedRentalProps = { rental: Tracked; view: 'lent' | 'rented'; askFrom: string }

/** One rental: item, other person, dates, amount, and actions. */
export function TrackedRental({ rental, view, askFrom }: TrackedRentalProps) {
  return (
    <Card
      as="article"
      padding="none"
      className={
        'grid grid-cols-[min(5.5rem,30%)_minmax(0,1fr)] items-start gap-x-4 p-[min(1rem,5vw)] ' +
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
          <RentalBadges rental={rental} />
        </div>
        <p className="mt-0.5 text-muted">
          {view === 'lent' ? 'Rented by' : 'Owner'}{' '}
          <span className="font-semibold text-ink">{rental.partnerName}</span>
        </p>
      </div>
      <div className="min-w-0 max-sm:col-span-2">
        <RentalSummary rental={rental} />
        <RentalButtons rental={rental} view={view} askFrom={askFrom}>
          <ButtonLink
            to={rentalPath(rental.id)}
            variant="quiet"
            size="sm"
            aria-label={`Details of ${rental.title}`}
          >
            Details
          </ButtonLink>
          <ProblemLink rental={rental} />
        </RentalButtons>
        {rental.change ? <OpenChange change={rental.change} rental={rental} view={view} /> : null}
        {rental.deposit ? <DepositState deposit={rental.deposit} rental={rental} view={view} /> : null}
        <RentalRefusals rental={rental} />
      </div>
    </Card>
  )
}
