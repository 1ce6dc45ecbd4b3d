import { data, useSearchParams } from 'react-router'
import { asHeadAdmin, type MoneyAdmin } from '#domain/access.ts'
import { goodwillForm } from '#domain/dispute/goodwill-form.ts'
import { readForm } from '#domain/form.ts'
import { formatInstant } from '#domain/period.ts'
import { paymentMethodText } from '#domain/order/order.ts'
import { isRefundedByHandAt } from '#domain/refund/refund.ts'
import type { RefusalReason } from '#domain/refusal-reason.ts'
import { adminActionForm } from '#domain/rental/admin-action-form.ts'
import { Card } from '#app/ui/primitives/card.tsx'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { PriceBreakdown } from '#app/ui/price-breakdown.tsx'
import { OrderStatusBadge } from '#app/ui/status-badge.tsx'
import { unexpected } from '#app/ui/failure.ts'
import { Fact } from '#app/ui/fact.tsx'
import type { Context } from '#server/context.ts'
import { findOrder } from '#server/order/find-order.ts'
import { openOrderPlaces } from '#server/order/open-order-places.ts'
import { findOrderMoney } from '#server/order/find-order-money.ts'
import { recordMovement } from '#server/proposal/record-movement.ts'
import { takeAdminAction } from '#server/rental/take-action.ts'
import { answerForm, redirectWithVerdict } from '#app/answer-form.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { provenFormOf } from '#app/proof.ts'
import { answerProblem, answerRefusal, foundOf, typedValues } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Link } from '#app/ui/link.tsx'
import { AcceptedAgreement } from '../../order/accepted-agreement.tsx'
import { priceLines } from '../../order/price-lines.ts'
import { moneyAdminOf } from '../admin-of.ts'
import { readWaiting } from '../proposal/read-waiting.ts'
import { WaitingProposals } from '../proposal/waiting-proposals.tsx'
import { OrderEvents } from './order-events.tsx'
import { OrderMoney } from './order-money.tsx'
import { OrderPlaces } from './order-places.tsx'
import { OrderQuestion } from './order-question.tsx'
import { OrderRentals, type ShownRental } from './order-rentals.tsx'
import { adminActions } from './admin-actions.ts'
import { GoodwillForm } from './goodwill-form.tsx'
import { goodwillOffer } from './goodwill-offer.ts'
import type { Route } from './+types/order.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  const { order } = foundOf(await findOrder(ctx, admin, args.params.orderNumber))
  const now = ctx.clock.now()
  const rentals = order.rentals.map((rental): ShownRental => {
    const { id, title, owner, durationDays, deliveryOption, period, status, isDisputed } = rental
    return {
      id,
      listingId: rental.undoFacts.listingIsGone ? null : rental.listingId,
      title,
      owner,
      durationDays,
      deliveryOption,
      period,
      status,
      isDisputed,
      lines: rental.lines.map(({ kind, centavos }) => ({ kind, centavos })),
      adminActions: adminActions(order, rental, admin, now),
      goodwill: goodwillOffer(order, rental),
    }
  })
  const money = await findOrderMoney(ctx, admin, args.params.orderNumber)
  return {
    order: { ...order, rentals },
    money,
    isRefundedByHand: money.payments.some(
      (payment) => payment.purpose === 'order' && isRefundedByHandAt(payment, now),
    ),
    waiting: await readWaiting(ctx, admin, 'goodwill', order.number),
    mayOpenUsers: asHeadAdmin(admin).ok,
    goodwillId: crypto.randomUUID(),
  }
}

/** The fields beside which a refused end of a rental is shown. An unexpected error is shown above them. */
const fields: Partial<Record<RefusalReason, string>> = {
  amount: 'amountCentavos',
  incomplete: 'reason',
  refund: 'refund',
  cash: 'refund',
}
const goodwillFields: Partial<Record<RefusalReason, string>> = { over: 'amount', cash: 'to', deleted: 'to' }

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  const formData = await provenFormOf(ctx, args.request, (form) => form.get('intent') === 'goodwill')
  // The loader sends no addresses: only the answer to this form has them.
  if (formData.get('intent') === 'places') {
    const { places } = foundOf(await openOrderPlaces(ctx, admin, args.params.orderNumber))
    return data({ places }, { headers: { 'Cache-Control': 'no-store' } })
  }
  const page = `/admin/orders/${args.params.orderNumber}`
  if (formData.get('intent') === 'goodwill') return answerGoodwill(ctx, admin, formData, page)
  const form = readForm(adminActionForm, formData)
  if (!form.ok) {
    // No field can show an error in a hidden field, which only somebody who altered the form causes: a toast does.
    const typed = Object.keys(form.errors).every((name) => name === 'amountCentavos' || name === 'reason')
    return typed && !form.formError
      ? answerProblem(form)
      : redirectWithToast(page, { kind: 'error', text: unexpected })
  }
  const verdict = await attempt(ctx, () => takeAdminAction(ctx, admin, form.value))
  const field = verdict.ok ? undefined : fields[verdict.reason]
  if (!verdict.ok && (field || verdict.reason === 'unexpected'))
    return answerRefusal(verdict, { field, values: typedValues(formData) })
  return redirectWithVerdict(
    page,
    verdict,
    ({ to }) => `This rental is ${to} now.`,
    'Error processing rental',
  )
}

function answerGoodwill(ctx: Context, admin: MoneyAdmin, formData: FormData, page: string) {
  return answerForm(ctx, formData, {
    schema: goodwillForm,
    act: ({ intent: _, ...payload }) => recordMovement(ctx, admin, { kind: 'goodwill', payload }),
    to: page,
    done: ({ waits }) =>
      waits
        ? 'The goodwill payment waits for another admin to confirm it.'
        : 'Goodwill paid. Both people are told.',
    fieldOf: ({ reason }) => goodwillFields[reason],
    toastAt: ({ reason }) => (goodwillFields[reason] ? undefined : page),
  })
}

export const meta: Route.MetaFunction = ({ params, matches }) => [
  { title: titleOf(`Order ${params.orderNumber}`, matches) },
]

export default function AdminOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { order, money, waiting, mayOpenUsers, goodwillId, isRefundedByHand } = loaderData
  const { number, status, renter, totals } = order
  const [query] = useSearchParams()
  const goodwillOf = order.rentals.find(
    ({ id, goodwill }) => id === query.get('goodwill') && goodwill.isOffered && goodwill.refusal === null,
  )
  const problem = actionData && 'errors' in actionData ? actionData : undefined
  return (
    <>
      <BackLink to="/admin/orders">Orders</BackLink>
      <PageHeading title={<span className="break-all">{number}</span>} />
      <WaitingProposals {...waiting} />
      <OrderQuestion rentals={order.rentals} page={`/admin/orders/${number}`} problem={problem} />
      {goodwillOf ? (
        <GoodwillForm
          rental={goodwillOf}
          renterName={renter.name}
          goodwillId={goodwillId}
          isByHand={isRefundedByHand}
          problem={problem}
          cancelTo={`/admin/orders/${number}`}
        />
      ) : null}
      <Card as="section" aria-label="Order">
        <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <Fact label="Status">
            <OrderStatusBadge status={status} />
          </Fact>
          <Fact label="Date">{formatInstant(order.placedAt)}</Fact>
          <Fact label="Renter">
            {renter.name}
            {renter.email && !mayOpenUsers ? (
              <span className="block break-all font-normal">{renter.email}</span>
            ) : renter.email ? (
              <Link
                to={`/admin/users?${new URLSearchParams({ search: renter.email })}`}
                className="link block w-fit break-all font-normal"
              >
                {renter.email}
              </Link>
            ) : null}
          </Fact>
          <Fact label="Payment method">{paymentMethodText(order.paymentMethod)}</Fact>
        </dl>
        <OrderRentals rentals={order.rentals} />
        <div className="ml-auto max-w-md">
          <PriceBreakdown
            lines={priceLines(totals)}
            total={{ label: status === 'confirmed' ? 'Total' : 'Total, not paid', centavos: totals.total }}
          />
        </div>
        <AcceptedAgreement
          agreement={{
            text: order.agreementText,
            sha256: order.agreementSha256,
            acceptedAt: order.agreementAcceptedAt,
          }}
        />
        <Link to={`/receipt/${number}`} className="link mt-4 inline-flex min-h-11 items-center">
          Receipt
        </Link>
      </Card>
      <OrderPlaces
        rentals={order.rentals}
        places={actionData && 'places' in actionData ? actionData.places : null}
      />
      <OrderMoney money={money} />
      <OrderEvents events={order.events} />
    </>
  )
}
