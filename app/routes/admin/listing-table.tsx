import { Link } from 'react-router'
import { formatPeso } from '#domain/money.ts'
import { dayInManila, formatDay } from '#domain/period.ts'
import { statusWording } from '#domain/listing/listing.ts'
import { ListingPhoto } from '#app/ui/listing-photo.tsx'
import { Badge } from '#app/ui/primitives/badge.tsx'
import { ListingStatusBadge } from '#app/ui/status-badge.tsx'
import type { AdminListing } from '#server/admin/queries.ts'
import { ListingActions } from './listing-actions.tsx'

type ListingTableProps = { listings: readonly AdminListing[]; deleteLink: (listingId: string) => string }

const cell = 'py-1 lg:px-3 lg:py-3.5 lg:align-top'
/** On a phone a cell says what it holds, since its column's head is out of sight. */
const named =
  'max-lg:flex max-lg:justify-between max-lg:gap-4 max-lg:before:text-muted max-lg:before:content-[attr(data-label)]'

/** A table; on a small screen each row is a card. The roles stay, as `display` would take them away. */
export function ListingTable({ listings, deleteLink }: ListingTableProps) {
  return (
    <div className="rounded-xl lg:border lg:border-line lg:bg-card lg:shadow-card">
      <table role="table" className="w-full text-sm max-lg:block">
        <thead role="rowgroup" className="max-lg:sr-only">
          <tr role="row" className="border-b border-line text-left text-muted">
            {['Listing', 'Price per day', 'Status', 'Created', 'Actions'].map((head) => (
              <th
                key={head}
                role="columnheader"
                scope="col"
                className="px-3 py-3 font-semibold first:pl-5 last:pr-5"
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-lg:grid max-lg:gap-4">
          {listings.map((listing) => (
            <Row key={listing.id} listing={listing} deleteLink={deleteLink(listing.id)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ listing, deleteLink }: { listing: AdminListing; deleteLink: string }) {
  return (
    <tr
      role="row"
      className="max-lg:block max-lg:rounded-xl max-lg:border max-lg:border-line max-lg:bg-card max-lg:p-4 max-lg:shadow-card lg:border-b lg:border-line lg:last:border-0"
    >
      <td role="cell" className={`${cell} max-lg:block lg:pl-5`}>
        <div className="flex items-start gap-3">
          <ListingPhoto
            photo={listing.photo}
            alt=""
            sizes="80px"
            shape="square"
            className="w-18 shrink-0 rounded-md"
          />
          <div className="min-w-0">
            <Link
              to={`/listing/${listing.id}`}
              className="inline-block py-0.5 font-semibold hover:text-accent hover:underline"
            >
              {listing.title}
            </Link>
            <p className="text-muted">{listing.categoryName}</p>
            <p className="text-muted">{listing.ownerName}</p>
            <p className="break-words text-muted">{listing.ownerEmail}</p>
          </div>
        </div>
      </td>
      <td
        role="cell"
        data-label="Price per day"
        className={`${cell} ${named} font-semibold whitespace-nowrap tabular-nums max-lg:pt-4`}
      >
        {formatPeso(listing.pricePerDayCentavos)}
      </td>
      <td role="cell" data-label="Status" className={`${cell} ${named}`}>
        <span className="flex flex-col items-start gap-1.5 max-lg:items-end">
          <ListingStatusBadge status={listing.status} wording={statusWording(listing.status)} />
          {listing.editedSinceReview ? <Badge tone="warning">Edited since approval</Badge> : null}
        </span>
      </td>
      <td role="cell" data-label="Created" className={`${cell} ${named} whitespace-nowrap`}>
        {formatDay(dayInManila(listing.createdAt))}
      </td>
      <td role="cell" className={`${cell} max-lg:block max-lg:pt-3 lg:pr-5`}>
        <ListingActions listing={listing} deleteLink={deleteLink} />
      </td>
    </tr>
  )
}
