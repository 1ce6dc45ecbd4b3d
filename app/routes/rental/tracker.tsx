import { z } from 'zod'
import { readForm } from '#domain/form.ts'
import { formatPeso, sumOf } from '#domain/money.ts'
import { refundText } from '#domain/refund/refund.ts'
import { type RentalAction, rentalActions } from '#domain/rental/lifecycle.ts'
import type { RentalStatus } from '#domain/status.ts'
import { trackerSectionNames, type TrackerSectionName } from '#domain/rental/tracker.ts'
import { unexpected } from '#app/ui/failure.ts'
import { useReloadOn } from '#app/live/use-reload-on.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { LinkTabs } from '#app/ui/primitives/tabs.tsx'
import { listRefundsOf, type MadeRefund } from '#server/refund/queries.ts'
import { trackRentals } from '#server/rental/track-rentals.ts'
import type { TrackedRental } from '#server/rental/tracked.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { admit, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { AskedAction } from './asked-action.tsx'
import { shownRental } from './shown-rental.ts'
import type { Tracked } from '#app/tracked.ts'
import { askAt } from '#app/tracker-path.ts'
import { shownUnpaidOrders } from '../order/shown-unpaid-orders.ts'
import { TrackerSection, trackerSectionTexts } from './tracker-section.tsx'
import type { Route } from './+types/tracker.ts'

const here = '/profile/rental-tracker'

export async function loader(args: Route.LoaderArgs) {
  const { actor, db, clock } = admit(args, 'profile')
  const now = clock.now()
  const query = args.url.searchParams
  const lends = actor.role === 'owner'
  const view = lends && query.get('view') !== 'rented' ? 'lent' : 'rented'
  const { sections, unpaid, asked, only } = await trackRentals(
    db,
    { id: actor.id, now },
    view === 'lent' ? 'owner' : 'renter',
    readRequest(query),
  )
  const show = (rental: TrackedRental) => shownRental(rental, actor, view, now)
  return {
    lends,
    view,
    only,
    unpaid: shownUnpaidOrders(unpaid, now),
    sections: Object.fromEntries(
      trackerSectionNames.map((name) => [
        name,
        { items: sections[name].items.map(show), next: sections[name].next },
      ]),
    ) as Record<TrackerSectionName, { items: Tracked[]; next: string | null }>,
    asked: asked && show(asked),
  } as const
}

/** The section whose next page is requested, and the rental of the confirmation question. */
function readRequest(query: URLSearchParams) {
  const rental = z.uuid().safeParse(query.get('rental'))
  return {
    section: trackerSectionNames.find((name) => name === query.get('section')) ?? null,
    after: query.get('after'),
    asked: rental.success ? rental.data : null,
  }
}

const actionForm = z.strictObject({
  rentalId: z.uuid(),
  action: z.enum(rentalActions),
  seenRefund: z.coerce.number().int().nonnegative().optional(),
})

const done: Record<RentalStatus, string> = {
  Pending: 'Rental requested.',
  Approved: 'Rental approved.',
  Rejected: 'Rental rejected.',
  Active: 'Rental marked as active.',
  Completed: 'Rental marked as returned.',
  Cancelled: 'Rental cancelled.',
}

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'profile')
  const query = args.url.searchParams
  const list = query.get('view') === 'rented' ? `${here}?view=rented` : here
  const form = readForm(actionForm, await formDataOf(args.request))
  if (!form.ok) return redirectWithToast(list, { kind: 'error', text: unexpected })
  const { rentalId } = form.value
  const back = query.get('from') === 'rental' ? `${here}/${rentalId}` : list
  const verdict = await attempt(ctx, () => takePartyAction(ctx, form.value))
  if (!verdict.ok) {
    const to = verdict.reason === 'stale' ? askAt(back, form.value.action, rentalId) : back
    return redirectWithToast(to, { kind: 'error', text: verdict.message })
  }
  const refunds = verdict.refund ? await listRefundsOf(ctx.db, form.value) : []
  const said = verdict.action === 'withdraw' ? 'Rental withdrawn. Its days stay blocked.' : done[verdict.to]
  const text = refunds.length > 0 ? `${said} ${goesBack(refunds, verdict.action)}` : said
  return redirectWithToast(back, { kind: 'success', text })
}

function goesBack(refunds: readonly MadeRefund[], action: RentalAction): string {
  return action === 'reject' || action === 'withdraw'
    ? `${formatPeso(sumOf(refunds))} goes back to the renter.`
    : refunds.map(refundText).join(' ')
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Rental Tracker', matches) }]

export default function Tracker({ loaderData }: Route.ComponentProps) {
  const { lends, view, unpaid, sections, only } = loaderData
  const back = lends && view === 'rented' ? `${here}?view=rented` : here
  useReloadOn('rental')
  return (
    <>
      <PageHeading
        title="Rental Tracker"
        lead={view === 'lent' ? 'What others borrow from you.' : 'What you borrow from others.'}
        actions={
          view === 'rented' ? (
            <ButtonLink to="/products" variant="secondary">
              Browse Items
            </ButtonLink>
          ) : undefined
        }
      />
      {lends ? (
        <div className="mb-8">
          <LinkTabs
            label="Rentals"
            tabs={[
              { to: here, label: 'Lent out', current: view === 'lent' },
              { to: `${here}?view=rented`, label: 'Rented by me', current: view === 'rented' },
            ]}
          />
        </div>
      ) : null}
      <AskedAction rental={loaderData.asked} cancelTo={back} />
      <div className="grid gap-10">
        {trackerSectionTexts
          .filter(({ name }) => only === null || name === only)
          .map((section) => (
            <TrackerSection
              key={section.name}
              section={section}
              view={view}
              askFrom={back}
              unpaid={section.name === 'pending' ? unpaid : []}
              page={sections[section.name]}
            />
          ))}
      </div>
      {only ? (
        <div className="mt-8 flex justify-center">
          <ButtonLink to={back} variant="secondary">
            Back to the newest
          </ButtonLink>
        </div>
      ) : null}
    </>
  )
}
