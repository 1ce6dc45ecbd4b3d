import type { ReactNode } from 'react'
import { Link } from '#app/ui/link.tsx'
import { ListingTerms } from './listing-terms.tsx'
import { OwnerCard } from './owner-card.tsx'
import type { ShownListing } from './shown-listing.ts'

type ListingDetailsProps = { listing: ShownListing; reliability: readonly string[]; children: ReactNode }

/** The description, terms and owner of a listing, and the reviews below. */
export function ListingDetails({ listing, reliability, children }: ListingDetailsProps) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-9">
      <section aria-labelledby="about-heading">
        <h2 id="about-heading" className="text-xl">
          About this item
        </h2>
        <p className="mt-3 wrap-anywhere whitespace-pre-line">{listing.description}</p>
        {listing.tags.length > 0 ? (
          <ul aria-label="Tags" className="mt-5 flex flex-wrap gap-2">
            {listing.tags.map((tag) => (
              <li key={tag}>
                <Link
                  to={`/products?${new URLSearchParams({ search: tag })}`}
                  className="flex min-h-8 items-center rounded-full bg-sunken px-3.5 text-sm hover:text-accent"
                >
                  {tag}
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
      </section>
      <OwnerCard listing={listing} reliability={reliability} />
      <ListingTerms listing={listing} />
      {listing.ownerTerms ? (
        <section aria-labelledby="terms-heading">
          <h2 id="terms-heading" className="text-xl">
            Owner’s terms
          </h2>
          <p className="mt-3 wrap-anywhere whitespace-pre-line">{listing.ownerTerms}</p>
        </section>
      ) : null}
      {children}
    </div>
  )
}
