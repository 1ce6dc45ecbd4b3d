import type { Day } from '#domain/period.ts'
import type { DeliveryOption } from '#domain/pricing/pricing.ts'
import { ListingCard, type ListingCardData, ListingGrid } from '#app/ui/listing-card.tsx'
import { ButtonForm } from '#app/ui/button-form.tsx'

export type Instead = {
  listings: readonly ListingCardData[]
  startDate: Day
  durationDays: number
  deliveryOption: DeliveryOption
}

/** For a renter whose rental does not take place: things like it that are free on those days, each one tap to ask. */
export function RentInstead({ listings, ...wanted }: Instead) {
  if (listings.length === 0) return null
  const query = new URLSearchParams({
    start: wanted.startDate,
    days: String(wanted.durationDays),
    delivery: wanted.deliveryOption,
  })
  return (
    <section aria-labelledby="instead" className="mt-10" data-print="hide">
      <h2 id="instead" className="text-xl">
        Free on those very days
      </h2>
      <p className="mt-1 mb-5 text-muted">Things like it that you can rent in its place.</p>
      <ListingGrid label="Free on those very days" besideColumn>
        {listings.map((listing) => (
          <ListingCard
            key={listing.id}
            listing={listing}
            query={`?${query}`}
            footer={<AskFor listing={listing} wanted={wanted} />}
          />
        ))}
      </ListingGrid>
    </section>
  )
}

function AskFor({ listing, wanted }: { listing: ListingCardData; wanted: Omit<Instead, 'listings'> }) {
  return (
    <ButtonForm
      hidden={{ listingId: listing.id, ...wanted }}
      postTo={`/listing/${listing.id}`}
      preventScrollReset={false}
      variant="secondary"
      size="sm"
      aria-label={`Add to Cart: ${listing.title}`}
    >
      Add to Cart
    </ButtonForm>
  )
}
