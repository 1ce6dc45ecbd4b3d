import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dayInManila, formatDay } from '#domain/period.ts'
import type { ListingPage } from '#server/listing/queries.ts'
import { Badge } from '#app/ui/primitives/badge.tsx'

/** What it is, on which terms, and whose it is; beneath that, what renters said. */
export function ListingDetails({ listing, children }: { listing: ListingPage; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-9">
      <section aria-labelledby="about-heading">
        <h2 id="about-heading" className="text-xl">
          About this item
        </h2>
        <p className="mt-3 break-words whitespace-pre-line">{listing.description}</p>
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
      <section
        aria-labelledby="owner-heading"
        className="flex items-start gap-4 rounded-xl border border-line bg-card p-5"
      >
        <img
          src={listing.ownerPicture ?? '/avatars/1.svg'}
          alt=""
          width={64}
          height={64}
          className="size-16 shrink-0 rounded-full object-cover"
        />
        <div className="min-w-0">
          <h2 id="owner-heading" className="text-lg">
            {listing.ownerName}
          </h2>
          <p className="text-muted">Member since {formatDay(dayInManila(listing.ownerSince))}</p>
          <p className="mt-1 flex items-center gap-1.5 text-muted">
            <MapPin aria-hidden="true" className="size-4 shrink-0" />
            {listing.location}
          </p>
          {listing.ownerVerified ? (
            <p className="mt-2">
              <Badge tone="success">Verified</Badge>
            </p>
          ) : null}
        </div>
      </section>
      {listing.ownerTerms ? (
        <section aria-labelledby="terms-heading">
          <h2 id="terms-heading" className="text-xl">
            Owner’s terms
          </h2>
          <p className="mt-3 break-words whitespace-pre-line">{listing.ownerTerms}</p>
        </section>
      ) : null}
      {children}
    </div>
  )
}
