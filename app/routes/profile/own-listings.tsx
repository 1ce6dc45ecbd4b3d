import { Pencil, Trash2 } from 'lucide-react'
import { statusWording } from '#domain/listing/listing.ts'
import { ListingCard, ListingGrid } from '#app/ui/listing-card.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { ListingStatusBadge } from '#app/ui/status-badge.tsx'
import type { OwnListing } from '#server/listing/queries.ts'

export function OwnListings({ listings }: { listings: readonly OwnListing[] }) {
  return (
    <ListingGrid label="My listings">
      {listings.map((listing, index) => (
        <ListingCard
          key={listing.id}
          listing={listing}
          priority={index < 3}
          headingLevel={2}
          badge={<ListingStatusBadge status={listing.status} wording={statusWording(listing.status)} />}
          footer={
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
          }
        />
      ))}
    </ListingGrid>
  )
}
