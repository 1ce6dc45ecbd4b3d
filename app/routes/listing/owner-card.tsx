import { BadgeCheck, Clock, MapPin, Star } from 'lucide-react'
import { dayInManila, formatDay } from '#domain/period.ts'
import { formatRating } from '#domain/review/review.ts'
import { Badge } from '#app/ui/primitives/badge.tsx'
import type { ShownListing } from './shown-listing.ts'
import { PersonPicture } from '#app/ui/person-picture.tsx'

type OwnerCardProps = {
  listing: ShownListing
  /** How they answer requests and keep promises, a sentence each. */
  reliability: readonly string[]
}

/** The owner, with the public facts about them. */
export function OwnerCard({ listing, reliability }: OwnerCardProps) {
  const { ownerRatingCount: ratings, ownerListingCount: count } = listing
  return (
    <section
      aria-labelledby="owner-heading"
      className="flex flex-wrap items-start gap-4 rounded-xl border border-line bg-card p-5 sm:gap-5 sm:p-6"
    >
      <PersonPicture picture={listing.ownerPicture} size={72} loading="lazy" className="size-16 sm:size-18" />
      <div className="min-w-0 grow basis-40">
        <p className="text-sm text-muted">Offered by</p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id="owner-heading" className="text-lg">
            {listing.ownerName}
          </h2>
          {listing.ownerVerified ? (
            <Badge tone="success" icon={<BadgeCheck aria-hidden="true" />}>
              Verified
            </Badge>
          ) : null}
        </div>
        <ul className="mt-2 grid grid-cols-1 gap-1 text-muted">
          {ratings > 0 ? (
            <li className="flex items-center gap-1.5 wrap-anywhere">
              <Star aria-hidden="true" className="size-4 shrink-0 fill-current text-accent" />
              <span>
                <strong className="font-semibold text-ink">
                  {formatRating(listing.ownerRatingAverage)} of 5
                </strong>{' '}
                over {ratings === 1 ? '1 rating' : `${ratings} ratings`}
              </span>
            </li>
          ) : null}
          <li>
            {count === 1 ? '1 item' : `${count} items`} to rent · Member since{' '}
            {formatDay(dayInManila(listing.ownerSince))}
          </li>
          {reliability.length > 0 ? (
            <li className="flex items-start gap-1.5">
              <Clock aria-hidden="true" className="mt-1.5 size-4 shrink-0" />
              {reliability.join(' · ')}
            </li>
          ) : null}
          <li className="flex items-start gap-1.5 wrap-anywhere">
            <MapPin aria-hidden="true" className="mt-1.5 size-4 shrink-0" />
            {listing.location}
          </li>
        </ul>
      </div>
    </section>
  )
}
