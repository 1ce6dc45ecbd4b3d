import { Form, useNavigation } from 'react-router'
import { z } from 'zod'
import { placeFields } from '#domain/address/place-form.ts'
import { findPickUp } from '#server/address/queries.ts'
import { setPickUp } from '#server/listing/set-pick-up.ts'
import { answerForm } from '#app/answer-form.ts'
import { requireOwnListing } from '#app/own-listing.ts'
import { ctxOf, formDataOf, guard, uuidOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Checkbox, FormError } from '#app/ui/primitives/field.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'
import { AddressFields } from './address-fields.tsx'
import type { Route } from './+types/pick-up.ts'

export const middleware = [guard('ownListings')]

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const { listing, owner } = await requireOwnListing(ctx, params.listingId, 'edit')
  const { own, other } = await findPickUp(ctx.db, { ownerId: owner.id, listingId: listing.id })
  return { title: listing.title, place: own ?? other, isSaved: own !== null }
}

const pickUpForm = z.strictObject({
  ...placeFields,
  all: z
    .literal('on')
    .optional()
    .transform((all) => all === 'on'),
})

export async function action({ context, params, request }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  const listingId = uuidOf(params.listingId)
  return answerForm(ctx, await formDataOf(request), {
    schema: pickUpForm,
    act: ({ all, ...typed }) => setPickUp(ctx, { listingId, typed, all }),
    to: '/profile/listings',
    done: ({ removed }) => (removed ? 'Pick-up place removed.' : 'Pick-up place saved.'),
  })
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Pick-up place of ${loaderData.title}` : 'Pick-up place', matches) },
]

export default function PickUp({ loaderData: { title, place, isSaved }, actionData }: Route.ComponentProps) {
  const problem = actionData && !actionData.ok ? actionData : undefined
  const form = useFirstInvalidField(problem)
  const busy = useNavigation().formMethod === 'POST'
  return (
    <>
      <BackLink to="/profile/listings">My Listings</BackLink>
      <PageHeading
        title="Pick-up place"
        lead={`${title}: where you hand it over, and how you are reached.`}
      />
      <Form ref={form} method="post" noValidate className="grid max-w-2xl gap-6">
        <FormError>{problem?.formError}</FormError>
        <p className="text-muted">
          Your listing’s page shows everyone roughly where it is. This is the exact place: a renter sees it
          from the moment you approve until 30 days after the rental, and nobody else does.
        </p>
        {place && !isSaved ? (
          <p role="status" className="text-sm font-semibold">
            Filled in from your latest listing. Save it if it is the same here.
          </p>
        ) : null}
        <AddressFields
          place={place}
          problem={problem}
          required
          noteHint="Such as “ring at the guard house”."
        />
        <Checkbox
          label="Use it for all my listings"
          name="all"
          defaultChecked={problem?.values.all === 'on'}
        />
        <div>
          <Button busy={busy}>Save</Button>
        </div>
        {isSaved ? <p className="text-sm text-muted">To remove it, empty every field and save.</p> : null}
      </Form>
    </>
  )
}
