import { Form, useNavigation } from 'react-router'
import { decideModeration } from '#domain/listing/listing.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import type { AdminListing } from '#server/admin/listing-table.ts'

type ListingActionsProps = { listing: AdminListing; deleteLink: string }

/** What an admin can do with a listing; a decision that would change nothing, or can't be made now, waits. */
export function ListingActions({ listing, deleteLink }: ListingActionsProps) {
  return (
    <div className="flex flex-wrap gap-2 lg:w-min lg:min-w-44">
      <Decision listing={listing} intent="accept" label="Accept" />
      <Decision listing={listing} intent="reject" label="Reject" />
      <ButtonLink
        to={deleteLink}
        variant="quiet"
        size="sm"
        aria-label={`Delete ${listing.title}`}
        preventScrollReset
      >
        <span className="text-danger">Delete</span>
      </ButtonLink>
    </div>
  )
}

type DecisionProps = { listing: AdminListing; intent: 'accept' | 'reject'; label: string }

function Decision({ listing, intent, label }: DecisionProps) {
  const { formData } = useNavigation()
  const busy = formData?.get('listingId') === listing.id && formData.get('intent') === intent
  const verdict = decideModeration(
    { status: listing.status, archivedAt: null },
    intent === 'accept' ? 'approved' : 'rejected',
  )
  const again = !verdict.ok && verdict.reason === 'unchanged' && listing.editedSinceReview
  const refusal = verdict.ok || again ? null : verdict.message
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="listingId" value={listing.id} />
      <Button
        variant={intent === 'accept' ? 'primary' : 'secondary'}
        size="sm"
        aria-label={`${label} ${listing.title}`}
        disabled={refusal !== null}
        title={refusal ?? undefined}
        busy={busy}
        busyText="Saving..."
      >
        {label}
      </Button>
    </Form>
  )
}
