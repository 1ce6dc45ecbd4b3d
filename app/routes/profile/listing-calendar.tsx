import { data } from 'react-router'
import { z } from 'zod'
import { asListingOwner } from '#domain/access.ts'
import { readForm } from '#domain/form.ts'
import { blockForm, unblockForm } from '#domain/listing/block.ts'
import { startWindow } from '#domain/order/order.ts'
import { formatPeriod } from '#domain/period.ts'
import { blockDates } from '#server/listing/block-dates.ts'
import { findListing, listHeldDays } from '#server/listing/queries.ts'
import { unblockDates } from '#server/listing/unblock-dates.ts'
import { attempt, noteDenial } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { answerProblem, answerRefusal, ctxOf, formDataOf, guard, typed, uuidOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { BlockForm } from './block-form.tsx'
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
    listing && !listing.archivedAt && noteDenial(ctx, asListingOwner(ctx.actor, listing, 'block days of'))
  if (!listing || !gate)
    throw await redirectWithToast('/profile/listings', {
      kind: 'error',
      text: 'Sorry, that listing could not be found.',
    })
  if (!gate.ok) throw await redirectWithToast('/profile/listings', { kind: 'error', text: gate.message })
  const held = await listHeldDays(ctx.db, gate.owner, listing.id, ctx.clock.now())
  return { listing: { id: listing.id, title: listing.title }, ...held, from, until }
}

const fields: Record<string, string> = {
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
    const form = readForm(unblockForm, formData)
    if (!form.ok) throw data(null, { status: 400 })
    const { blockId } = form.value
    const freed = await attempt(ctx, () => unblockDates(ctx, { listingId, blockId }))
    return redirectWithToast(
      hereOf(listingId),
      freed.ok
        ? { kind: 'success', text: `Free again: ${formatPeriod(freed.period)}.` }
        : { kind: 'error', text: freed.message },
    )
  }
  const form = readForm(blockForm, formData)
  if (!form.ok) return answerProblem(form)
  const { firstDay, lastDay } = form.value
  const blocked = await attempt(ctx, () => blockDates(ctx, { listingId, firstDay, lastDay }))
  if (blocked.ok)
    return redirectWithToast(hereOf(listingId), {
      kind: 'success',
      text: `Blocked: ${formatPeriod(blocked.period)}.`,
    })
  return answerRefusal(blocked, { field: fields[blocked.reason], values: typed(formData) })
}

/** A refused block may mean that a rental came meanwhile: the days are read again after it. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Calendar of ${loaderData.listing.title}` : 'Calendar', matches) },
]

export default function ListingCalendar({ loaderData, actionData }: Route.ComponentProps) {
  const { listing, rentals, blocks, from, until } = loaderData
  return (
    <>
      <BackLink to="/profile/listings">My Listings</BackLink>
      <PageHeading
        title="Calendar"
        lead={`${listing.title}: the days it is rented, and the days you keep it to yourself.`}
      />
      <div className="grid max-w-4xl gap-10">
        <BlockForm
          key={`${listing.id} ${blocks.map(({ id }) => id).join(' ')}`}
          {...{ rentals, blocks, from, until }}
          problem={actionData && !actionData.ok ? actionData : undefined}
        />
        <HeldDays rentals={rentals} blocks={blocks} />
      </div>
    </>
  )
}
