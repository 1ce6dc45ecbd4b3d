import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { asRentalParty, maySeeListing } from '#domain/access.ts'
import { readForm } from '#domain/form.ts'
import { formatDay, lastDay } from '#domain/period.ts'
import { formatPeso } from '#domain/money.ts'
import { depositStanding } from '#domain/deposit/deposit.ts'
import { refundText } from '#domain/refund/refund.ts'
import { offers, type RentalAction, rentalActions, type RentalStatus } from '#domain/rental/lifecycle.ts'
import { useFreshOn } from '#app/live/use-fresh-on.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { LinkTabs } from '#app/ui/primitives/tabs.tsx'
import { Question } from '#app/ui/question.tsx'
import { findRefundOf, type MadeRefund } from '#server/refund/queries.ts'
import { listRentals } from '#server/rental/queries.ts'
import { takeStep } from '#server/rental/take-step.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { admit, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { answerNote, consequenceOf, moneyNotes } from './tracked-money.ts'
import { unpaidOrders } from './unpaid-orders.ts'
import { TrackerSection, trackerSections } from './tracker-section.tsx'
import type { Route } from './+types/tracker.ts'

const here = '/profile/rental-tracker'

export async function loader(args: Route.LoaderArgs) {
  const { actor, db, clock } = admit(args, 'profile')
  if (actor.kind !== 'user') throw new Error('the tracker is for people who are logged in')
  const now = clock.now()
  const lends = actor.role === 'owner'
  const view = lends && new URL(args.request.url).searchParams.get('view') !== 'rented' ? 'lent' : 'rented'
  const rentals = await listRentals(db, { id: actor.id, now }, view === 'lent' ? 'owner' : 'renter')
  const tracked = rentals.map(
    ({ renterId, ownerId, period, listingIsPublic, listingArchivedAt, lines, refunds, claim, ...rental }) => {
      const gate = asRentalParty(actor, { renterId, ownerId })
      return {
        ...rental,
        canOpen: maySeeListing(actor, {
          isPublic: listingIsPublic,
          ownerId,
          archivedAt: listingArchivedAt,
        }),
        start: formatDay(period.start),
        last: rental.durationDays > 1 ? formatDay(lastDay(period)) : null,
        deposit: depositStanding({ ...rental, claim, lines }, now),
        // How they paid, and what went back to them, is the renter's to know.
        notes: [
          ...answerNote(rental, view),
          ...(view === 'rented' ? moneyNotes({ ...rental, refunds }) : []),
        ],
        offers: gate.ok
          ? offers({ ...rental, period }, gate.party, now).map((offer) => ({
              ...offer,
              consequence: consequenceOf({ ...rental, period, lines }, offer.action, now),
            }))
          : [],
      }
    },
  )
  return {
    lends,
    view,
    unpaid: unpaidOrders(tracked, now),
    rentals: tracked.filter(({ awaitsPayment }) => !awaitsPayment),
  } as const
}

const stepForm = z.strictObject({ rentalId: z.uuid(), action: z.enum(rentalActions) })

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
  const rented = new URL(args.request.url).searchParams.get('view') === 'rented'
  const back = rented ? `${here}?view=rented` : here
  const form = readForm(stepForm, await formDataOf(args.request))
  if (!form.ok)
    return redirectWithToast(back, { kind: 'error', text: 'An unexpected error occurred. Please try again.' })
  const verdict = await attempt(ctx, () => takeStep(ctx, form.value))
  if (!verdict.ok) return redirectWithToast(back, { kind: 'error', text: verdict.message })
  const refund = verdict.refund ? await findRefundOf(ctx.db, form.value) : undefined
  const text = refund ? `${done[verdict.to]} ${goesBack(refund, verdict.action)}` : done[verdict.to]
  return redirectWithToast(back, { kind: 'success', text })
}

function goesBack(refund: MadeRefund, action: RentalAction): string {
  return action === 'reject' ? `${formatPeso(refund.centavos)} goes back to the renter.` : refundText(refund)
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Rental Tracker', matches) }]

export default function Tracker({ loaderData }: Route.ComponentProps) {
  const { lends, view, unpaid, rentals } = loaderData
  const back = lends && view === 'rented' ? `${here}?view=rented` : here
  const asked = useAsked(rentals)
  useFreshOn('rental')
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
      {asked ? (
        <Question
          title={`${asked.offer.label}: ${asked.rental.title}`}
          message={
            <>
              <p>{asked.offer.confirm}</p>
              {asked.offer.consequence ? (
                <p className="mt-3 font-semibold text-ink">{asked.offer.consequence}</p>
              ) : null}
            </>
          }
          confirmLabel={asked.offer.label}
          cancelLabel="Go back"
          danger={asked.offer.tone === 'danger'}
          cancelTo={back}
        >
          <input type="hidden" name="rentalId" value={asked.rental.id} />
          <input type="hidden" name="action" value={asked.offer.action} />
        </Question>
      ) : null}
      <div className="grid gap-10">
        {trackerSections.map((section) => (
          <TrackerSection
            key={section.title}
            section={section}
            view={view}
            askFrom={back}
            unpaid={section.title === 'Pending' ? unpaid : []}
            rentals={rentals.filter((rental) => section.statuses.includes(rental.status))}
          />
        ))}
      </div>
    </>
  )
}

type Tracked = Route.ComponentProps['loaderData']['rentals'][number]

/** The step that the address asks about, such as `?ask=cancel&rental=…`, when it can still be taken. */
function useAsked(rentals: readonly Tracked[]) {
  const [query] = useSearchParams()
  const rental = rentals.find(({ id }) => id === query.get('rental'))
  const offer = rental?.offers.find(
    ({ action: name, refusal }) => name === query.get('ask') && refusal === null,
  )
  return rental && offer ? { rental, offer } : null
}
