import { data, Link } from 'react-router'
import { asHeadAdmin } from '#domain/access.ts'
import { formatInstant } from '#domain/period.ts'
import { paymentMethodText } from '#domain/order/order.ts'
import { adminActionForm } from '#domain/rental/admin-action-form.ts'
import { Card } from '#app/ui/primitives/card.tsx'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { PriceBreakdown } from '#app/ui/price-breakdown.tsx'
import { OrderStatusBadge } from '#app/ui/status-badge.tsx'
import { Fact } from '#app/ui/fact.tsx'
import { findOrder } from '#server/order/find-order.ts'
import { openOrderPlaces } from '#server/order/open-order-places.ts'
import { findOrderMoney } from '#server/order/find-order-money.ts'
import { takeAdminAction } from '#server/rental/take-action.ts'
import { answerButton } from '#app/answer-form.ts'
import { formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { AcceptedAgreement } from '../../receipt/accepted-agreement.tsx'
import { priceLines } from '../../receipt/price-lines.ts'
import { moneyAdminOf } from '../admin-of.ts'
import { OrderEvents } from './order-events.tsx'
import { OrderMoney } from './order-money.tsx'
import { OrderPlaces } from './order-places.tsx'
import { OrderQuestion } from './order-question.tsx'
import { OrderRentals } from './order-rentals.tsx'
import { adminActions } from './admin-actions.ts'
import type { Route } from './+types/order.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  const verdict = await findOrder(ctx, admin, args.params.orderNumber)
  if (!verdict.ok) throw data(null, { status: 404 })
  const { order } = verdict
  const now = ctx.clock.now()
  const rentals = order.rentals.map((rental) => {
    const { answerBy: _, isOut: __, since: ___, ...shown } = rental
    const lines = rental.lines.map(({ kind, centavos }) => ({ kind, centavos }))
    return { ...shown, lines, adminActions: adminActions(order, rental, admin, now) }
  })
  return {
    order: { ...order, rentals },
    money: await findOrderMoney(ctx, admin, args.params.orderNumber),
    mayOpenUsers: asHeadAdmin(admin).ok,
  }
}

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  const formData = await formDataOf(args.request)
  // Only the answer to this holds addresses; the page does not.
  if (formData.get('intent') === 'places') {
    const opened = await openOrderPlaces(ctx, admin, args.params.orderNumber)
    if (!opened.ok) throw data(null, { status: 404 })
    return data({ places: opened.places }, { headers: { 'Cache-Control': 'no-store' } })
  }
  return answerButton(ctx, formData, {
    schema: adminActionForm,
    act: (form) => takeAdminAction(ctx, admin, form),
    to: `/admin/orders/${args.params.orderNumber}`,
    done: ({ to }) => `This rental is ${to} now.`,
    failed: 'Error processing rental',
  })
}

export const meta: Route.MetaFunction = ({ params, matches }) => [
  { title: titleOf(`Order ${params.orderNumber}`, matches) },
]

export default function AdminOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { order, money, mayOpenUsers } = loaderData
  const { number, status, renter, totals } = order
  return (
    <>
      <BackLink to="/admin/orders">Orders</BackLink>
      <PageHeading title={<span className="break-all">{number}</span>} />
      <OrderQuestion rentals={order.rentals} page={`/admin/orders/${number}`} />
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
