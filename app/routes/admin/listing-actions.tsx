import { decideModeration } from '#domain/listing/listing.ts'
import type { AdminListing } from '#server/admin/listing-table.ts'
import { DecisionButton } from './decision-button.tsx'
import { DeleteLink } from './delete-link.tsx'
import { RowActions } from './row-actions.tsx'

type ListingActionsProps = { listing: AdminListing; deleteLink: string }

/** What an admin can do with a listing; a decision that would change nothing, or can't be made now, waits. */
export function ListingActions({ listing, deleteLink }: ListingActionsProps) {
  const row = { field: 'listingId', id: listing.id, name: listing.title }
  return (
    <RowActions>
      <DecisionButton
        {...row}
        intent="accept"
        label="Accept"
        primary
        refusal={refusalOf(listing, 'approved')}
      />
      <DecisionButton {...row} intent="reject" label="Reject" refusal={refusalOf(listing, 'rejected')} />
      <DeleteLink to={deleteLink} name={listing.title} />
    </RowActions>
  )
}

function refusalOf({ status, editedSinceReview }: AdminListing, decision: 'approved' | 'rejected') {
  const verdict = decideModeration({ status, archivedAt: null }, decision)
  const again = !verdict.ok && verdict.reason === 'unchanged' && editedSinceReview
  return verdict.ok || again ? null : verdict.message
}
