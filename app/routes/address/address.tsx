import { Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { placeFields } from '#domain/address/place-form.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import { findRemembered } from '#server/address/queries.ts'
import { changeDelivery } from '#server/rental/change-delivery.ts'
import { readWhere } from '#server/rental/read-where.ts'
import { answerForm } from '#app/answer-form.ts'
import { recordDenial } from '#app/attempt.ts'
import { admit, formDataOf, foundOf, uuidOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { FormError } from '#app/ui/primitives/field.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'
import { AddressFields } from './address-fields.tsx'
import type { Route } from './+types/address.ts'

export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'profile')
  const { where } = foundOf(recordDenial(ctx, await readWhere(ctx, uuidOf(args.params.rentalId))))
  const { title, mayChange, delivery } = where
  if (!mayChange) throw redirect(rentalPath(args.params.rentalId))
  return {
    rentalId: args.params.rentalId,
    title,
    place: delivery ?? (await findRemembered(ctx.db, ctx.actor.id)),
    isKept: delivery !== null,
  }
}

const deliveryForm = z.strictObject(placeFields)

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'profile')
  const rentalId = uuidOf(args.params.rentalId)
  const page = rentalPath(rentalId)
  return answerForm(ctx, await formDataOf(args.request), {
    schema: deliveryForm,
    act: (typed) => changeDelivery(ctx, { rentalId, typed }),
    // The form is not shown to them any more.
    toastAt: ({ reason }) => (reason === 'side' || reason === 'status' ? page : undefined),
    to: page,
    done: 'Delivery address saved.',
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Delivery address', matches) }]

export default function DeliveryAddress({ loaderData, actionData }: Route.ComponentProps) {
  const { rentalId, title, place, isKept } = loaderData
  const problem = actionData && !actionData.ok ? actionData : undefined
  const form = useFirstInvalidField(problem)
  const busy = useNavigation().formMethod === 'POST'
  return (
    <>
      <BackLink to={rentalPath(rentalId)}>{title}</BackLink>
      <PageHeading
        title="Delivery address"
        lead="Where it is brought to you. You can change it until it is handed over; the owner is told."
      />
      <Form ref={form} method="post" noValidate className="grid max-w-2xl gap-6">
        <FormError>{problem?.formError}</FormError>
        {place && !isKept ? (
          <p role="status" className="text-sm font-semibold">
            Filled in from your last delivery. Save it if it is the same.
          </p>
        ) : null}
        <AddressFields
          place={place}
          problem={problem}
          required
          noteHint="Such as “blue gate beside the chapel”."
        />
        <div>
          <Button busy={busy}>Save</Button>
        </div>
      </Form>
    </>
  )
}
