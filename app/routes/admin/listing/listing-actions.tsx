import { decideModeration } from '#domain/listing/listing.ts'
import type { AdminListing } from '#server/listing/listing-table.ts'
import { DeleteLink } from '../delete-link.tsx'
import { RowActions } from '../row-actions.tsx'
import { RowButton } from '../row-button.tsx'
import { RowLink } from '../row-link.tsx'

type ListingActionsProps = { listing: AdminListing; deleteLink: string }

/** The actions of an admin on a listing; a decision that would change nothing, or is not possible now, is disabled. */
export function ListingActions({ listing, deleteLink }: ListingActionsProps) {
  const button = (intent: 'accept' | 'reject') => ({
    hidden: { intent, listingId: listing.id, seen: listing.editedAt?.toISOString() ?? '' },
    of: listing.title,
    failure: 'Error updating item status',
  })
  const page = `/admin/listings/${listing.id}`
  return (
    <RowActions>
      <RowButton
        {...button('accept')}
        label="Accept"
        variant="primary"
        refusal={refusalOf(listing, 'approved')}
      />
      <RowButton {...button('reject')} label="Reject" refusal={refusalOf(listing, 'rejected')} />
      {listing.editedSinceReview ? <RowLink to={page} label="Compare" of={listing.title} /> : null}
      <RowLink to={page} label={listing.takenDownAt ? 'Put Back' : 'Take Down'} of={listing.title} />
      <DeleteLink to={deleteLink} name={listing.title} />
    </RowActions>
  )
}

/** Why a decision is not possible; null when it is. The table has no archived listings. */
function refusalOf(listing: AdminListing, decision: 'approved' | 'rejected') {
  const verdict = decideModeration({ ...listing, archivedAt: null }, decision)
  return verdict.ok ? null : verdict.message
}
