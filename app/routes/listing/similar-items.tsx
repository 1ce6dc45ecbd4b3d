import { ListingCard, ListingGrid, type ListingCardData } from '#app/ui/listing-card.tsx'

/** Others of its kind, for who looks for another price or other dates. */
export function SimilarItems({ listings }: { listings: readonly ListingCardData[] }) {
  if (listings.length === 0) return null
  return (
    <section aria-labelledby="similar-heading" className="mt-14 border-t border-line pt-10 md:mt-20 md:pt-14">
      <h2 id="similar-heading" className="mb-6 text-2xl">
        Similar items
      </h2>
      <ListingGrid label="Similar items">
        {listings.map((listing) => (
          <ListingCard key={listing.id} listing={listing} />
        ))}
      </ListingGrid>
    </section>
  )
}
