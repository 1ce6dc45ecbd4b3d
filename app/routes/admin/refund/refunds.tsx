import { payOutRefundForm, retryRefundForm } from '#domain/refund/refund-form.ts'
import { whyByHand } from '#domain/refund/refund.ts'
import { dayInManila } from '#domain/period.ts'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { useHere } from '#app/ui/use-here.ts'
import { type AdminRefund, refundTable } from '#server/refund/refund-table.ts'
import { findRow, readTable } from '#server/admin-table.ts'
import { recordMovement } from '#server/proposal/record-movement.ts'
import { retryRefund } from '#server/refund/retry-refund.ts'
import { answerButton, answerForm } from '#app/answer-form.ts'
import { provenFormOf } from '#app/proof.ts'
import { titleOf } from '#app/title.ts'
import { moneyAdminOf } from '../admin-of.ts'
import { PayOutForm } from './pay-out-form.tsx'
import { refundColumnsAt } from './refund-columns.tsx'
import { readWaiting } from '../proposal/read-waiting.ts'
import { WaitingProposals } from '../proposal/waiting-proposals.tsx'
import { addressWith } from '../table/address.ts'
import { AdminTable } from '../table/admin-table.tsx'
import type { Route } from './+types/refunds.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  const query = args.url.searchParams
  const now = ctx.clock.now()
  const refund = await findRow(ctx, admin, refundTable, query.get('pay'))
  const view = await readTable(ctx, admin, refundTable, query)
  const canRetry = (one: AdminRefund) =>
    ctx.payments !== null &&
    one.status === 'manual' &&
    !one.waits &&
    whyByHand(one, one.centavos, now) === null
  return {
    view,
    today: dayInManila(now),
    waiting: await readWaiting(ctx, admin, 'refund'),
    paying: refund?.status === 'manual' && !refund.waits ? refund : null,
    canRetry: !!refund && canRetry(refund),
    retryable: view.rows.filter(canRetry).map(({ id }) => id),
  }
}

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  const formData = await provenFormOf(ctx, args.request, (form) => form.get('intent') !== 'retry')
  const back = addressWith(args.url.href, { pay: null })
  if (formData.get('intent') === 'retry')
    return answerButton(ctx, formData, {
      schema: retryRefundForm,
      act: (form) => retryRefund(ctx, admin, form),
      to: back,
      done: ({ outcome }) =>
        outcome === 'found'
          ? 'The provider had it already. It is noted here now.'
          : 'The provider is asked to send it again.',
      failed: 'Error asking the provider',
    })
  return answerForm(ctx, formData, {
    schema: payOutRefundForm,
    act: ({ intent: _, ...payload }) => recordMovement(ctx, admin, { kind: 'refund', payload }),
    to: back,
    done: ({ waits }) =>
      waits
        ? 'The refund waits for another admin to confirm it.'
        : 'Refund noted as paid out. Its renter is told.',
    fieldOf: ({ reason }) => (reason === 'day' ? 'paidOn' : undefined),
    toastAt: ({ reason }) => (reason === 'day' ? undefined : back),
    failed: 'Error noting the refund',
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Refunds', matches) }]

export default function AdminRefunds({ loaderData, actionData }: Route.ComponentProps) {
  const { view, paying, canRetry, retryable, today, waiting } = loaderData
  const here = useHere()
  return (
    <>
      <PageHeading
        title="Refunds"
        lead="What goes back to renters. Most of it the provider sends; what it can’t send is paid out by hand."
      />
      <WaitingProposals {...waiting} />
      {paying ? (
        <PayOutForm
          key={paying.id}
          refund={paying}
          canRetry={canRetry}
          today={today}
          problem={actionData}
          cancelTo={addressWith(here, { pay: null })}
        />
      ) : null}
      <AdminTable
        noun={{ one: 'refund', many: 'refunds' }}
        view={view}
        columns={refundColumnsAt(here, retryable)}
        keyOf={({ id }) => id}
        searches="Order, renter, item or proof"
        empty={<EmptyState title="No refunds yet">Nothing had to go back to anyone.</EmptyState>}
      />
    </>
  )
}
