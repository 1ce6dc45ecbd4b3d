import { Form, useNavigation } from 'react-router'
import { z } from 'zod'
import { decideModeration, editedText, isEditedSinceReview, statusWording } from '#domain/listing/listing.ts'
import { decisionForm, decisions, reasonForm } from '#domain/listing/moderation-form.ts'
import { formatInstant } from '#domain/period.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { Badge } from '#app/ui/primitives/badge.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { ListingStatusBadge } from '#app/ui/status-badge.tsx'
import { type AdminListingPage, findAdminListing } from '#server/listing/find-admin-listing.ts'
import { moderateListing } from '#server/listing/moderate-listing.ts'
import { putBackListing } from '#server/take-down/put-back-listing.ts'
import { takeDownListing } from '#server/take-down/take-down-listing.ts'
import { answerButton, answerForm } from '#app/answer-form.ts'
import { formDataOf, foundOf, uuidOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Link } from '#app/ui/link.tsx'
import { supportAdminOf } from '../admin-of.ts'
import { Facts } from '../facts.tsx'
import { LiftForm } from '../lift-form.tsx'
import { ListingVersions } from './listing-versions.tsx'
import { ReasonForm, RentalsThatEnd } from '../reason-form.tsx'
import { moderatedText } from './moderated-text.ts'
import type { Route } from './+types/listing.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = supportAdminOf(args)
  return foundOf(await findAdminListing(ctx, admin, uuidOf(args.params.listingId))).listing
}

const putBackForm = z.strictObject({ intent: z.literal('put-back') })
const takeDownForm = reasonForm.extend({ intent: z.literal('take-down') })

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = supportAdminOf(args)
  const listingId = uuidOf(args.params.listingId)
  const formData = await formDataOf(args.request)
  const here = `/admin/listings/${listingId}`
  if (formData.get('intent') === 'take-down')
    return answerForm(ctx, formData, {
      schema: takeDownForm,
      act: ({ reason }) => takeDownListing(ctx, admin, { listingId, reason }),
      to: here,
      done: 'Listing taken down.',
    })
  const failed = 'Error updating item status'
  if (formData.get('intent') === 'put-back')
    return answerButton(ctx, formData, {
      schema: putBackForm,
      act: () => putBackListing(ctx, admin, { listingId }),
      to: here,
      done: () => 'Listing put back.',
      failed,
    })
  return answerButton(ctx, formData, {
    schema: decisionForm,
    act: ({ intent, seen }) => moderateListing(ctx, admin, { listingId, decision: decisions[intent], seen }),
    to: here,
    done: ({ status }, { intent }) => moderatedText(status, decisions[intent]),
    failed,
  })
}

/** After a refusal the listing may have been edited or taken down: the page shows its current state. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Listing: ${loaderData.title}` : 'Listing', matches) },
]

export default function AdminListing({ loaderData: listing, actionData }: Route.ComponentProps) {
  const edited = isEditedSinceReview(listing)
  const problem = actionData && !actionData.ok ? actionData : undefined
  return (
    <>
      <BackLink to="/admin/listings">Listings</BackLink>
      <PageHeading title={listing.title} />
      <div className="grid gap-10">
        <Card as="section" aria-label="Listing">
          <p className="flex flex-wrap gap-2">
            <ListingStatusBadge status={listing.status} wording={statusWording(listing.status)} />
            {listing.takenDownAt ? <Badge tone="danger">Taken down</Badge> : null}
            {listing.ownerSuspended ? <Badge tone="danger">Owner suspended</Badge> : null}
            {edited ? <Badge tone="warning">{editedText(listing.status)}</Badge> : null}
            {listing.pausedAt ? <Badge>Paused</Badge> : null}
            {listing.archivedAt ? <Badge>Deleted</Badge> : null}
          </p>
          <Facts facts={factsOf(listing)} />
          {listing.archivedAt ? null : (
            <Link to={`/listing/${listing.id}`} className="link mt-4 inline-flex min-h-11 items-center">
              See its page
            </Link>
          )}
        </Card>
        <section aria-labelledby="versions">
          <h2 id="versions" className="mb-4 text-xl">
            {edited && listing.approved ? 'What was approved, and what it says now' : 'What it says'}
          </h2>
          <ListingVersions listing={listing} />
          {listing.archivedAt ? null : <Decision listing={listing} edited={edited} />}
        </section>
        {listing.archivedAt ? null : listing.takenDownAt ? (
          <LiftForm title="Put it back" intent="put-back" buttonLabel="Put back">
            It is then as it was before it was taken down. Its owner is told.
          </LiftForm>
        ) : (
          <ReasonForm
            title="Take it down"
            intent="take-down"
            reader={listing.ownerName}
            confirmLabel="Take down"
            problem={problem}
          >
            <p>Only its owner and admins see it until an admin puts it back, whatever its owner does.</p>
            <RentalsThatEnd of={listing} />
          </ReasonForm>
        )}
      </div>
    </>
  )
}

function factsOf(listing: AdminListingPage): [string, React.ReactNode][] {
  const { ownerName, ownerEmail, editedAt, moderatedAt, takenDownAt } = listing
  return [
    [
      'Owner',
      ownerEmail === null ? (
        ownerName
      ) : (
        <Link key="owner" to={`/admin/users?${new URLSearchParams({ search: ownerEmail })}`} className="link">
          {ownerName}
        </Link>
      ),
    ],
    ['Created', formatInstant(listing.createdAt)],
    ['Looked at', moderatedAt ? formatInstant(moderatedAt) : 'Not yet'],
    ['Edited', editedAt ? formatInstant(editedAt) : 'Never'],
    ...(takenDownAt
      ? ([
          ['Taken down', `${formatInstant(takenDownAt)}, by ${listing.takenDownByName}`],
          ['Reason', listing.takeDownReason],
        ] as [string, React.ReactNode][])
      : []),
  ]
}

function Decision({ listing, edited }: { listing: AdminListingPage; edited: boolean }) {
  const busy = useNavigation().formData?.get('intent')
  const refusal = (decision: 'approved' | 'rejected') => {
    const verdict = decideModeration(listing, decision)
    return verdict.ok ? null : verdict.message
  }
  const [accept, reject] = [refusal('approved'), refusal('rejected')]
  return (
    <Form method="post" preventScrollReset className="mt-5 flex flex-wrap gap-3">
      <input type="hidden" name="seen" value={listing.editedAt?.toISOString() ?? ''} />
      <Button
        name="intent"
        value="accept"
        disabled={accept !== null}
        title={accept ?? undefined}
        busy={busy === 'accept'}
        busyText="Saving..."
      >
        {edited && accept === null ? 'Accept the edit' : 'Accept'}
      </Button>
      <Button
        name="intent"
        value="reject"
        variant="secondary"
        disabled={reject !== null}
        title={reject ?? undefined}
        busy={busy === 'reject'}
        busyText="Saving..."
      >
        Reject
      </Button>
    </Form>
  )
}
