import { CalendarDays, MapPin, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { statusWording } from '#domain/listing/listing.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { ListingCard, ListingGrid } from '#app/ui/listing-card.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { ListingStatusBadge } from '#app/ui/status-badge.tsx'
import type { OwnListing } from '#server/listing/queries.ts'

export function OwnListings({ listings }: { listings: readonly OwnListing[] }) {
  return (
    <ListingGrid label="My listings" besideColumn>
      {listings.map((listing, index) => (
        <ListingCard
          key={listing.id}
          listing={listing}
          priority={index < 3}
          headingLevel={2}
          badge={
            <ListingStatusBadge
              status={listing.status}
              wording={statusWording(listing.status)}
              paused={listing.pausedAt !== null}
              takenDown={listing.takenDownAt !== null}
            />
          }
          footer={
            <>
              {listing.takeDownReason ? (
                <p className="mb-3 text-sm wrap-anywhere">
                  <span className="font-semibold">We took it down:</span> {listing.takeDownReason}
                </p>
              ) : null}
              <div className="flex flex-wrap gap-2">
                <ButtonLink
                  to={`?edit=${listing.id}`}
                  variant="secondary"
                  size="sm"
                  aria-label={`Edit ${listing.title}`}
                  preventScrollReset
                >
                  <Pencil aria-hidden="true" className="size-4" />
                  Edit
                </ButtonLink>
                <ButtonLink
                  to={`/profile/listings/${listing.id}/calendar`}
                  variant="secondary"
                  size="sm"
                  aria-label={`Calendar of ${listing.title}`}
                >
                  <CalendarDays aria-hidden="true" className="size-4" />
                  Calendar
                </ButtonLink>
                <ButtonLink
                  to={`/profile/listings/${listing.id}/pick-up`}
                  variant="secondary"
                  size="sm"
                  aria-label={`Pick-up place of ${listing.title}`}
                >
                  <MapPin aria-hidden="true" className="size-4" />
                  Pick-up place
                </ButtonLink>
                {listing.takenDownAt ? null : <PauseButton listing={listing} />}
                <ButtonLink
                  to={`?delete=${listing.id}`}
                  variant="quiet"
                  size="sm"
                  aria-label={`Delete ${listing.title}`}
                  preventScrollReset
                >
                  <span className="contents text-danger">
                    <Trash2 aria-hidden="true" className="size-4" />
                    Delete
                  </span>
                </ButtonLink>
              </div>
            </>
          }
        />
      ))}
    </ListingGrid>
  )
}

/** Pausing asks for no confirmation, because it can be undone as easily. */
function PauseButton({ listing }: { listing: OwnListing }) {
  const intent = listing.pausedAt ? 'resume' : 'pause'
  const Icon = listing.pausedAt ? Play : Pause
  const word = listing.pausedAt ? 'Resume' : 'Pause'
  return (
    <ButtonForm
      hidden={{ intent, listingId: listing.id }}
      postTo="/profile/listings"
      variant="secondary"
      size="sm"
      aria-label={`${word} ${listing.title}`}
    >
      <Icon aria-hidden="true" className="size-4" />
      {word}
    </ButtonForm>
  )
}
