import { dateBlockForm, endDateBlockForm } from '#domain/listing/date-block.ts'
import { startWindow } from '#domain/order/order.ts'
import { formatPeriod } from '#domain/period.ts'
import type { RefusalReason } from '#domain/refusal-reason.ts'
import { blockDates } from '#server/listing/block-dates.ts'
import { listHeldDays } from '#server/listing/queries.ts'
import { unblockDates } from '#server/listing/unblock-dates.ts'
import { answerButton, answerForm } from '#app/answer-form.ts'
import { requireOwnListing } from '#app/own-listing.ts'
import { ctxOf, formDataOf, guard, uuidOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { DateBlockForm } from './date-block-form.tsx'
import { HeldDays } from './held-days.tsx'
import type { Route } from './+types/listing-calendar.ts'

export const middleware = [guard('ownListings')]

const hereOf = (listingId: string) => `/profile/listings/${listingId}/calendar`

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const { listing, owner } = await requireOwnListing(ctx, params.listingId, 'block days of')
  const { from, until } = startWindow(ctx.clock.now())
  const held = await listHeldDays(ctx.db, owner, listing.id, ctx.clock.now())
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
  if (formData.get('intent') === 'unblock')
    return answerButton(ctx, formData, {
      schema: endDateBlockForm,
      act: ({ blockId }) => unblockDates(ctx, { listingId, blockId }),
      to: hereOf(listingId),
      done: ({ period }) => `Free again: ${formatPeriod(period)}.`,
    })
  return answerForm(ctx, formData, {
    schema: dateBlockForm,
    act: ({ firstDay, lastDay }) => blockDates(ctx, { listingId, firstDay, lastDay }),
    fieldOf: ({ reason }) => fields[reason],
    to: hereOf(listingId),
    done: ({ period }) => `Blocked: ${formatPeriod(period)}.`,
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
