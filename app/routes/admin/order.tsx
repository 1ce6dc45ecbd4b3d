import { data, Link, useSearchParams } from 'react-router'
import { z } from 'zod'
import { readForm } from '#domain/form.ts'
import { formatInstant } from '#domain/period.ts'
import { paymentMethodText } from '#domain/order/order.ts'
import { offers, rentalActions } from '#domain/rental/lifecycle.ts'
import { Card } from '#app/ui/primitives/card.tsx'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { PriceBreakdown } from '#app/ui/price-breakdown.tsx'
import { Question } from '#app/ui/question.tsx'
import { OrderStatusBadge } from '#app/ui/status-badge.tsx'
import { findOrder } from '#server/admin/find-order.ts'
import { findOrderMoney } from '#server/admin/find-order-money.ts'
import { takeAdminStep } from '#server/rental/take-step.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { AcceptedAgreement } from '../receipt/accepted-agreement.tsx'
import { priceLines } from '../receipt/price-lines.ts'
import { adminOf } from './admin-of.ts'
import { unreadable } from './answer-name.ts'
import { OrderEvents } from './order-events.tsx'
import { OrderMoney } from './order-money.tsx'
import { OrderRentals } from './order-rentals.tsx'
import type { Route } from './+types/order.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = adminOf(args)
  const verdict = await findOrder(ctx, admin, args.params.orderNumber)
  if (!verdict.ok) throw data(null, { status: 404 })
  const { order } = verdict
  // No step of an admin depends on the reply's deadline, nor on whether the item is out.
  const facts = { orderStatus: order.status, answerBy: null, isOut: false }
  const now = ctx.clock.now()
  const steps = Object.fromEntries(
    order.rentals.map((rental) => [rental.id, offers({ ...rental, ...facts }, admin, now)]),
  )
  return { order, steps, money: await findOrderMoney(ctx, admin, args.params.orderNumber) }
}

const stepForm = z.strictObject({ rentalId: z.uuid(), action: z.enum(rentalActions) })

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = adminOf(args)
  const form = readForm(stepForm, await formDataOf(args.request))
  const back = `/admin/orders/${args.params.orderNumber}`
  if (!form.ok) return redirectWithToast(back, unreadable)
  const verdict = await attempt(ctx, () => takeAdminStep(ctx, admin, form.value))
  return redirectWithToast(
    back,
    verdict.ok
      ? { kind: 'success', text: `This rental is ${verdict.to} now.` }
      : { kind: 'error', text: `Error processing rental: ${verdict.message}` },
  )
}

export const meta: Route.MetaFunction = ({ params, matches }) => [
  { title: titleOf(`Order ${params.orderNumber}`, matches) },
]

export default function AdminOrder({ loaderData: { order, steps, money } }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const asked = order.rentals.find(({ id }) => id === query.get('rental'))
  const step = asked && steps[asked.id]?.find(({ action }) => action === query.get('step'))
  const { number, status, renter, totals } = order
  return (
    <>
      <BackLink to="/admin/orders">Orders</BackLink>
      <PageHeading title={<span className="break-all">{number}</span>} />
      {asked && step ? (
        <Question
          title={`${step.label}: ${asked.title}`}
          message={step.confirm}
          confirmLabel={step.label}
          cancelLabel="Keep it"
          cancelTo={`/admin/orders/${number}`}
          danger={step.tone === 'danger'}
        >
          <input type="hidden" name="rentalId" value={asked.id} />
          <input type="hidden" name="action" value={step.action} />
        </Question>
      ) : null}
      <Card as="section" aria-label="Order">
        <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <Fact label="Status">
            <OrderStatusBadge status={status} />
          </Fact>
          <Fact label="Date">{formatInstant(order.placedAt)}</Fact>
          <Fact label="Renter">
            {renter.name}
            {renter.email ? (
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
        <OrderRentals rentals={order.rentals} steps={steps} />
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
      <OrderMoney money={money} />
      <OrderEvents events={order.events} />
    </>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
