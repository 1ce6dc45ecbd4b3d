import { ListingCard, type ListingCardData } from '#app/ui/listing-card.tsx'

/** Similar listings, for people who look for another price or other dates. */
export function SimilarItems({ listings }: { listings: readonly ListingCardData[] }) {
  if (listings.length === 0) return null
  return (
    <section aria-labelledby="similar-heading" className="mt-14 border-t border-line pt-10 md:mt-20 md:pt-14">
      <h2 id="similar-heading" className="mb-6 text-2xl">
        Similar items
      </h2>
      <ul
        role="list"
        aria-label="Similar items"
        className={
          '-mx-[min(1rem,5vw)] flex snap-x gap-4 overflow-x-auto px-[min(1rem,5vw)] pb-4 sm:mx-0 sm:grid ' +
          'sm:grid-cols-2 sm:gap-6 sm:overflow-visible sm:px-0 sm:pb-0 lg:grid-cols-4'
        }
      >
        {listings.map((listing) => (
          <li key={listing.id} className="w-[max(80%,min(16rem,100%))] shrink-0 snap-center sm:w-auto">
            <ListingCard listing={listing} />
          </li>
        ))}
      </ul>
    </section>
  )
}
