import { editedText, statusWording } from '#domain/listing/listing.ts'
import { formatPeso } from '#domain/money.ts'
import { dayInManila, formatDay } from '#domain/period.ts'
import { ListingPhoto } from '#app/ui/listing-photo.tsx'
import { Badge } from '#app/ui/primitives/badge.tsx'
import { ListingStatusBadge } from '#app/ui/status-badge.tsx'
import type { AdminListing, ListingSort } from '#server/listing/listing-table.ts'
import { Link } from '#app/ui/link.tsx'
import { ListingActions } from './listing-actions.tsx'
import type { Column } from '../table/parts.ts'

/** The columns of the list of all listings; `deleteLink` makes the link to the question before a deletion. */
export const listingTableColumns = (
  deleteLink: (listingId: string) => string,
): Column<AdminListing, ListingSort>[] => [
  { head: 'Listing', sort: 'title', cell: (listing) => <Thing listing={listing} /> },
  {
    head: 'Price per day',
    sort: 'price',
    numeric: true,
    cell: (listing) => <span className="font-semibold">{formatPeso(listing.pricePerDayCentavos)}</span>,
  },
  {
    head: 'Status',
    cell: (listing) => (
      <span className="flex flex-col items-start gap-1.5 max-lg:items-end lg:max-xl:*:whitespace-normal">
        <ListingStatusBadge status={listing.status} wording={statusWording(listing.status)} />
        {listing.editedSinceReview ? <Badge tone="warning">{editedText(listing.status)}</Badge> : null}
        {listing.takenDownAt ? <Badge tone="danger">Taken down</Badge> : null}
        {listing.ownerSuspended ? <Badge tone="danger">Owner suspended</Badge> : null}
        {listing.pausedAt ? <Badge>Paused</Badge> : null}
      </span>
    ),
  },
  { head: 'Rentals', sort: 'rentals', numeric: true, cell: (listing) => listing.rentalCount },
  {
    head: 'Created',
    sort: 'created',
    cell: (listing) => (
      <span className="xl:whitespace-nowrap">{formatDay(dayInManila(listing.createdAt))}</span>
    ),
  },
  {
    head: 'Actions',
    wideOnPhone: true,
    cell: (listing) => <ListingActions listing={listing} deleteLink={deleteLink(listing.id)} />,
  },
]

function Thing({ listing }: { listing: AdminListing }) {
  return (
    <div className="flex items-start gap-3">
      <ListingPhoto
        photo={listing.photo}
        alt=""
        sizes="80px"
        shape="square"
        className="w-18 shrink-0 rounded-md lg:max-xl:w-12"
      />
      <div className="min-w-0">
        <Link
          to={`/listing/${listing.id}`}
          className="inline-block py-0.5 font-semibold max-lg:wrap-anywhere hover:text-accent hover:underline"
        >
          {listing.title}
        </Link>
        <p className="text-muted">{listing.categoryName}</p>
        <p className="text-muted">{listing.ownerName}</p>
        <p className="break-words text-muted">{listing.ownerEmail}</p>
      </div>
    </div>
  )
}
