import { data } from 'react-router'
import { z } from 'zod'
import { asListingOwner } from '#domain/access.ts'
import { readForm } from '#domain/form.ts'
import { dateBlockForm, endDateBlockForm } from '#domain/listing/date-block.ts'
import { startWindow } from '#domain/order/order.ts'
import { formatPeriod } from '#domain/period.ts'
import type { RefusalReason } from '#domain/refusal-reason.ts'
import { blockDates } from '#server/listing/block-dates.ts'
import { findListing, listHeldDays } from '#server/listing/queries.ts'
import { unblockDates } from '#server/listing/unblock-dates.ts'
import { answerForm, redirectWithVerdict } from '#app/answer-form.ts'
import { attempt, recordDenial } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { ctxOf, formDataOf, guard, uuidOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { DateBlockForm } from './block-form.tsx'
import { HeldDays } from './held-days.tsx'
import type { Route } from './+types/listing-calendar.ts'

export const middleware = [guard('ownListings')]

const hereOf = (listingId: string) => `/profile/listings/${listingId}/calendar`

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const { from, until } = startWindow(ctx.clock.now())
  const known = z.uuid().safeParse(params.listingId).success
  const listing = known ? await findListing(ctx.db, params.listingId, from) : null
  const gate =
    listing && !listing.archivedAt && recordDenial(ctx, asListingOwner(ctx.actor, listing, 'block days of'))
  if (!listing || !gate)
    throw await redirectWithToast('/profile/listings', {
      kind: 'error',
      text: 'Sorry, that listing could not be found.',
    })
  if (!gate.ok) throw await redirectWithToast('/profile/listings', { kind: 'error', text: gate.message })
  const held = await listHeldDays(ctx.db, gate.owner, listing.id, ctx.clock.now())
  return { listing: { id: listing.id, title: listing.title }, ...held, from, until }
}

const fields: Partial<Record<RefusalReason, string>> = {
  'first-day': 'firstDay',
  'last-day': 'lastDay',
  rented: 'firstDay',
  unchanged: 'firstDay',
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  const listingId = uuidOf(params.listingId)
  const formData = await formDataOf(request)
  if (formData.get('intent') === 'unblock') {
    const form = readForm(endDateBlockForm, formData)
    if (!form.ok) throw data(null, { status: 400 })
    const { blockId } = form.value
    const freed = await attempt(ctx, () => unblockDates(ctx, { listingId, blockId }))
    return redirectWithVerdict(
      hereOf(listingId),
      freed,
      ({ period }) => `Free again: ${formatPeriod(period)}.`,
    )
  }
  return answerForm(ctx, formData, {
    schema: dateBlockForm,
    act: ({ firstDay, lastDay }) => blockDates(ctx, { listingId, firstDay, lastDay }),
    fieldOf: ({ reason }) => fields[reason],
    done: ({ period }) =>
      redirectWithToast(hereOf(listingId), {
        kind: 'success',
        text: `Blocked: ${formatPeriod(period)}.`,
      }),
  })
}

/** After a refused block the days are read again, because a rental may have been added meanwhile. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Calendar of ${loaderData.listing.title}` : 'Calendar', matches) },
]

export default function ListingCalendar({ loaderData, actionData }: Route.ComponentProps) {
  const { listing, rentals, blocks, holds, from, until } = loaderData
  return (
    <>
      <BackLink to="/profile/listings">My Listings</BackLink>
      <PageHeading
        title="Calendar"
        lead={`${listing.title}: the days it is rented, and the days you keep it to yourself.`}
      />
      <div className="grid max-w-4xl gap-10">
        <DateBlockForm
          key={`${listing.id} ${blocks.map(({ id }) => id).join(' ')}`}
          {...{ rentals, blocks, holds, from, until }}
          problem={actionData && !actionData.ok ? actionData : undefined}
        />
        <HeldDays rentals={rentals} blocks={blocks} holds={holds} />
      </div>
    </>
  )
}
