import { Children, type ReactNode } from 'react'
import { formatPeso } from '#domain/money.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { formatRating } from '#domain/review/review.ts'
import { FavoriteButton } from './favorite-button.tsx'
import { Link } from './link.tsx'
import { ListingPhoto } from './listing-photo.tsx'
import { cx } from './primitives/cx.ts'
import { Skeleton } from './primitives/skeleton.tsx'
import { Unbroken } from './unbroken.tsx'

export type ListingCardData = {
  id: string
  title: string
  pricePerDayCentavos: number
  ownerName: string
  categoryName: string
  location: string
  /** 0 without ratings. */
  ratingAverage: number
  ratingCount: number
  /** Null without a favourite button: for admins, and on one's own listings. */
  isFavorite: boolean | null
  photo: PhotoRef | null
}

type ListingCardProps = {
  listing: ListingCardData
  /** Shown over the photo's corner: a status. */
  badge?: ReactNode
  /** Shown below the facts, outside of the link: buttons, for example. */
  footer?: ReactNode
  /**
   * True for the few cards that are visible when the page opens: the photo loads at once. React Router looks for the
   * route of a card's link on the page, but not where this is false: all cards have the same.
   */
  priority?: boolean
  headingLevel?: 2 | 3
  /** False for one that its viewer can't open now. */
  isLink?: boolean
  onFavoriteChange?: (isFavorite: boolean) => void
  /** The query string of the link to the listing's page: choices. */
  query?: string
}

const cardSizes = '(min-width:1024px) min(31vw,380px),(min-width:640px) 46vw,92vw'

/** A card with one link, named by the title, that covers the whole card. */
export function ListingCard({
  listing,
  badge,
  footer,
  priority,
  headingLevel = 3,
  isLink = true,
  onFavoriteChange,
  query = '',
}: ListingCardProps) {
  const Heading = `h${headingLevel}` as const
  const title = <Unbroken>{listing.title}</Unbroken>
  return (
    <article className="listing-card group">
      <ListingPhoto photo={listing.photo} alt="" sizes={cardSizes} maxWidth={960} priority={priority} />
      {badge ? <div className="absolute top-3 left-3 z-10">{badge}</div> : null}
      <div className="card-text">
        <p className="card-kind">
          {listing.categoryName}
          {listing.ratingCount > 0 ? <CardRating listing={listing} /> : null}
        </p>
        <Heading>
          {isLink ? (
            <Link
              to={`/listing/${listing.id}${query}`}
              prefetch="intent"
              discover={priority === false ? 'none' : 'render'}
              className="card-link"
            >
              {title}
            </Link>
          ) : (
            title
          )}
        </Heading>
        <p className="card-price">
          <b>{formatPeso(listing.pricePerDayCentavos)}</b> a day
        </p>
        <p className="card-place">{`From ${listing.ownerName}, ${listing.location}`}</p>
      </div>
      {listing.isFavorite === null ? null : (
        <FavoriteButton listing={listing} isFavorite={listing.isFavorite} onChange={onFavoriteChange} />
      )}
      {footer ? <div className="relative z-10 border-t border-line px-4 py-3 sm:px-5">{footer}</div> : null}
    </article>
  )
}

function CardRating({ listing: { ratingAverage, ratingCount } }: { listing: ListingCardData }) {
  const average = formatRating(ratingAverage)
  return (
    <span className="text-ink tabular-nums">
      <span aria-hidden="true">
        <span className="text-accent">★</span> {average} <span className="text-muted">({ratingCount})</span>
      </span>
      <span className="sr-only">
        Rated {average} of 5 stars by {ratingCount === 1 ? '1 renter' : `${ratingCount} renters`}
      </span>
    </span>
  )
}

type ListingGridProps = {
  children: ReactNode
  label?: string
  /** On pages with a side column, which leaves less room. */
  besideColumn?: boolean
}

/** Each child becomes one item of the list. */
export function ListingGrid({ children, label, besideColumn = false }: ListingGridProps) {
  const columns = besideColumn ? 'xl:grid-cols-3' : 'lg:grid-cols-3'
  return (
    <ul
      role="list"
      aria-label={label}
      className={cx('grid grid-cols-1 gap-5 sm:grid-cols-2 sm:gap-6', columns)}
    >
      {Children.map(children, (child) => (child ? <li>{child}</li> : null))}
    </ul>
  )
}

export function ListingCardSkeleton() {
  return (
    <div aria-hidden="true" className="overflow-hidden rounded-xl border border-line bg-card">
      <Skeleton className="aspect-4/3 rounded-none" />
      <div className="grid gap-2.5 p-4 sm:p-5">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="h-6 w-4/5" />
        <Skeleton className="h-6 w-28" />
        <Skeleton className="mt-2 h-4 w-3/5" />
      </div>
    </div>
  )
}
