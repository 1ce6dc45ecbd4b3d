import { redirect, useSearchParams } from 'react-router'
import { debtForm } from '#domain/debt/debt-forms.ts'
import { creditorOf } from '#domain/debt/debt.ts'
import { readForm } from '#domain/form.ts'
import { formatPeso } from '#domain/money.ts'
import { formatPeriod } from '#domain/period.ts'
import { otherSide } from '#domain/side.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import { unexpected } from '#app/ui/failure.ts'
import { useReloadOn } from '#app/live/use-reload-on.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { Question } from '#app/ui/question.tsx'
import { receiveDebt } from '#server/debt/receive-debt.ts'
import { payDebt } from '#server/payment/pay-debt.ts'
import { redirectWithVerdict } from '#app/answer-form.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { admit, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { rentalOf } from '#app/rental-of.ts'
import { debtsOf } from './debts-of.ts'
import { Debts } from './debts.tsx'
import type { Route } from './+types/owed.ts'

export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'profile')
  const rental = await rentalOf(ctx, args.params.rentalId)
  const { rentalId, side, title, orderNumber, period, ownerName: owner, renterName: renter } = rental
  const debts = await debtsOf(ctx, rental)
  return { rental: { rentalId, title, orderNumber, period }, side, names: { owner, renter }, debts }
}

/** Opens the provider's page for a debt, or notes that it was received. */
export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'profile')
  const { rentalId } = await rentalOf(ctx, args.params.rentalId)
  const here = rentalPath(rentalId, 'owed')
  const form = readForm(debtForm, await formDataOf(args.request))
  if (!form.ok) return redirectWithToast(here, { kind: 'error', text: unexpected })
  const { intent, debtId } = form.value
  if (intent === 'received')
    return redirectWithVerdict(
      here,
      await attempt(ctx, () => receiveDebt(ctx, { debtId })),
      'Noted. They are told.',
    )
  const opened = await attempt(ctx, () => payDebt(ctx, { debtId }))
  return opened.ok ? redirect(opened.url) : redirectWithToast(here, { kind: 'error', text: opened.message })
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Owed for ${loaderData.rental.title}` : 'Owed', matches) },
]

export default function OwedPage({ loaderData }: Route.ComponentProps) {
  const { rental, side, names, debts } = loaderData
  const [query] = useSearchParams()
  const here = rentalPath(rental.rentalId, 'owed')
  const asked = debts.find(({ id, mayReceive }) => mayReceive && id === query.get('ask'))
  useReloadOn('rental')
  return (
    <>
      <div data-print="hide">
        <BackLink to={rentalPath(rental.rentalId)}>{rental.title}</BackLink>
      </div>
      <PageHeading title="What is owed" lead={`${rental.title}, ${formatPeriod(rental.period)}.`} />
      {asked ? (
        <Question
          title={`Have you received ${formatPeso(asked.centavos)}?`}
          message={
            `${names[otherSide(creditorOf(asked))]} owes you nothing more for it then, ` +
            'and is told. You can’t take it back.'
          }
          confirmLabel="I have received it"
          cancelLabel="Go back"
          danger={false}
          cancelTo={here}
          hidden={{ intent: 'received', debtId: asked.id }}
        />
      ) : null}
      <div className="max-w-3xl">
        <Debts {...{ debts, names, rental }} />
        {debts.length === 0 ? (
          <EmptyState art="letter" title="Nothing is owed">
            {side === 'owner' ? names.renter : names.owner} and you owe each other nothing for this rental.
          </EmptyState>
        ) : null}
      </div>
    </>
  )
}
