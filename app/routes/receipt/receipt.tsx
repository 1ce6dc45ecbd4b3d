import { Printer } from 'lucide-react'
import { data, Link } from 'react-router'
import { formatInstant } from '#domain/period.ts'
import { paymentMethodText } from '#domain/order/order.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { PriceBreakdown } from '#app/ui/price-breakdown.tsx'
import { findReceipt } from '#server/order/find-receipt.ts'
import { ctxOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { AcceptedAgreement } from './accepted-agreement.tsx'
import { priceLines } from './price-lines.ts'
import { ReceiptItems } from './receipt-items.tsx'
import type { Route } from './+types/receipt.ts'

export const handle = { bare: false }

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const verdict = await findReceipt(ctx, params.orderNumber)
  if (!verdict.ok) throw data(null, { status: 404 })
  return { receipt: verdict.receipt, siteName: ctx.settings.siteName }
}

export const meta: Route.MetaFunction = ({ params, matches }) => [
  { title: titleOf(`Receipt ${params.orderNumber}`, matches) },
]

export default function ReceiptPage({ loaderData }: Route.ComponentProps) {
  const { receipt, siteName } = loaderData
  const { number, placedAt, paymentMethod, orderStatus, renterName, side, items, totals, agreement } = receipt
  return (
    <div className="page max-w-4xl py-6 md:py-10 print:max-w-none print:p-0">
      <div data-print="hide" className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <BackLink side={side} />
        <Button type="button" className="needs-js" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-5" />
          Print Receipt
        </Button>
      </div>
      <Card as="article" padding="lg" className="print:border-0 print:bg-transparent print:p-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h1 tabIndex={-1} className="text-3xl">
            Receipt
          </h1>
          <p className="font-display font-semibold text-muted">{siteName}</p>
        </div>
        <dl className="mt-4 grid gap-x-6 gap-y-3 border-y border-line py-4 sm:grid-cols-2 lg:grid-cols-4 print:grid-cols-4">
          <Fact label="Transaction ID">
            <span className="break-all">{number}</span>
          </Fact>
          <Fact label="Date">{formatInstant(placedAt)}</Fact>
          <Fact label="Renter">{renterName}</Fact>
          <Fact label="Payment method">{paymentMethodText(paymentMethod)}</Fact>
        </dl>
        {orderStatus === 'confirmed' ? null : (
          <p className="mt-4 font-semibold">
            {orderStatus === 'awaiting_payment'
              ? 'This order is not paid yet.'
              : `This order is ${orderStatus}.`}
          </p>
        )}
        {side === 'owner' ? (
          <p className="mt-4 text-sm text-muted">Only the rentals of your own listings are shown.</p>
        ) : null}
        <ReceiptItems items={items} />
        <div className="ml-auto max-w-md break-inside-avoid">
          <PriceBreakdown lines={priceLines(totals)} total={{ label: 'Total', centavos: totals.total }} />
        </div>
        <p className="mt-6 text-sm text-muted">This is not an official BIR invoice.</p>
        {agreement ? <AcceptedAgreement agreement={agreement} /> : null}
      </Card>
    </div>
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

function BackLink({ side }: { side: 'renter' | 'owner' | 'admin' }) {
  const [to, label] =
    side === 'admin' ? ['/admin', 'Back to Overview'] : ['/profile/rental-tracker', 'Back to Rental Tracker']
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center">
      {label}
    </Link>
  )
}
