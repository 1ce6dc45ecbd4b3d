import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { ListingCard, ListingGrid, type ListingCardData } from '#app/ui/listing-card.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageTitle } from '#app/ui/page-title.tsx'
import { LoadingDots } from '#app/ui/primitives/loading-dots.tsx'
import { useToast } from '#app/ui/toasts.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

export const listingNotFound = 'Sorry, that listing could not be found.'

/** What a page of a listing that is not there answers with, beside its status. */
export type MissingListing = { missing: 'listing'; popular: ListingCardData[] }

/** Tells the answer of a missing listing from any other error. */
export function isMissingListing(data: unknown): data is MissingListing {
  return typeof data === 'object' && data !== null && 'missing' in data && data.missing === 'listing'
}

/** Where scripts run one is taken to the products, which say why; elsewhere this page says it and shows the way. */
export function ListingNotFound({ popular }: { popular: readonly ListingCardData[] }) {
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const toast = useToast()
  useEffect(() => {
    toast({ kind: 'error', text: listingNotFound })
    void navigate('/products', { replace: true })
  }, [navigate, toast])
  if (hydrated)
    return (
      <div className="page py-24">
        <PageTitle>Listing not found</PageTitle>
        <LoadingDots label="Loading items" />
      </div>
    )
  return (
    <div className="page py-10">
      <PageTitle>Listing not found</PageTitle>
      <EmptyState
        headingLevel={1}
        art="shelf"
        title={listingNotFound}
        action={<ButtonLink to="/products">Browse Items</ButtonLink>}
      >
        It may be rented out, resting, or gone for good.
      </EmptyState>
      {popular.length > 0 ? (
        <section aria-labelledby="popular-heading" className="mt-8">
          <h2 id="popular-heading" className="mb-6 text-2xl">
            Popular Items
          </h2>
          <ListingGrid label="Popular items">
            {popular.map((listing) => (
              <ListingCard key={listing.id} listing={listing} />
            ))}
          </ListingGrid>
        </section>
      ) : null}
    </div>
  )
}
