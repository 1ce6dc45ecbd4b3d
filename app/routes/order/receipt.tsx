import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { formatPeso } from '#domain/money.ts'
import { paymentChannelText } from '#domain/payment/payment.ts'
import { formatInstant } from '#domain/period.ts'
import { paymentMethodText } from '#domain/order/order.ts'
import { Card } from '#app/ui/primitives/card.tsx'
import { PriceBreakdown } from '#app/ui/price-breakdown.tsx'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { Fact } from '#app/ui/fact.tsx'
import { PrintButton } from '#app/ui/print-button.tsx'
import { findReceipt, type Receipt } from '#server/order/find-receipt.ts'
import { ctxOf, foundOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { trackerPath } from '#domain/rental/rental-path.ts'
import { trackerOf } from '#app/tracker-path.ts'
import { Link } from '#app/ui/link.tsx'
import { AcceptedAgreement } from './accepted-agreement.tsx'
import { chargedLines, chargedOf } from './price-lines.ts'
import { ReceiptGoodwill } from './receipt-goodwill.tsx'
import { ReceiptItems } from './receipt-items.tsx'
import { ReceiptPolicies } from './receipt-policies.tsx'
import { ReceiptRefunds } from './receipt-refunds.tsx'
import type { Route } from './+types/receipt.ts'

export const handle = { bare: false }

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const { receipt } = foundOf(await findReceipt(ctx, params.orderNumber))
  const lends = ctx.actor.kind === 'user' && ctx.actor.role === 'owner'
  const tracker = lends && receipt.side !== 'admin' ? trackerOf(receipt.side) : trackerPath
  return { receipt, tracker, siteName: ctx.settings.siteName }
}

export const meta: Route.MetaFunction = ({ params, matches }) => [
  { title: titleOf(`Receipt ${params.orderNumber}`, matches) },
]

export default function ReceiptPage({ loaderData }: Route.ComponentProps) {
  const { receipt, tracker, siteName } = loaderData
  const { number, placedAt, orderStatus, renterName, side, items, totals, agreement } = receipt
  const isConfirmed = orderStatus === 'confirmed'
  usePrintOnce()
  return (
    <div className="page max-w-4xl py-6 md:py-10 print:max-w-none print:p-0">
      <div data-print="hide" className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <BackLink side={side} tracker={tracker} />
        <PrintButton variant="primary">{isConfirmed ? 'Print Receipt' : 'Print'}</PrintButton>
      </div>
      <Card as="article" padding="lg" className="print:border-0 print:bg-transparent print:p-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <h1 tabIndex={-1} className="text-3xl print:text-xl">
            {isConfirmed ? 'Receipt' : 'Order, not paid'}
          </h1>
          <p className="font-display font-semibold text-muted">{siteName}</p>
        </div>
        <dl
          className={
            'mt-4 grid gap-x-6 gap-y-3 border-y border-line py-4 sm:grid-cols-2 lg:grid-cols-4 ' +
            'print:mt-2 print:grid-cols-4 print:py-2'
          }
        >
          <Fact label="Transaction ID">
            <span className="break-all">{number}</span>
          </Fact>
          <Fact label="Date">{formatInstant(placedAt)}</Fact>
          <Fact label="Renter">{renterName}</Fact>
          <Fact label="Payment method">
            <MethodFact receipt={receipt} />
          </Fact>
        </dl>
        {isConfirmed ? null : <NotPaid receipt={receipt} />}
        {side === 'owner' ? (
          <p className="mt-4 text-sm text-muted">Only the rentals of your own listings are shown.</p>
        ) : null}
        <ReceiptItems items={items} isConfirmed={isConfirmed} />
        <div className="ml-auto max-w-md break-inside-avoid">
          <PriceBreakdown
            lines={chargedLines(totals)}
            total={{ label: isConfirmed ? 'Total' : 'Total, not paid', centavos: chargedOf(totals) }}
          />
        </div>
        <ReceiptRefunds receipt={receipt} />
        {totals.refunded > 0 ? (
          <p className="mt-3 flex justify-between gap-6 font-semibold sm:justify-end">
            Total after refunds <span className="tabular-nums">{formatPeso(totals.total)}</span>
          </p>
        ) : null}
        <ReceiptGoodwill items={items} />
        {totals.owed > 0 ? null : <ReceiptPolicies items={items} />}
        <p className="mt-6 text-sm text-muted print:mt-2 print:text-xs">
          This is not an official BIR invoice.
        </p>
        {agreement ? <AcceptedAgreement agreement={agreement} /> : null}
      </Card>
    </div>
  )
}

/**
 * Prints the receipt once for someone who pressed “Print Receipt” on another page; not after a reload or on returning.
 */
function usePrintOnce() {
  const { state } = useLocation()
  const shouldPrint = (state as { print?: boolean } | null)?.print === true
  useEffect(() => {
    if (!shouldPrint) return
    window.history.replaceState({ ...window.history.state, usr: null }, '')
    window.print()
  }, [shouldPrint])
}

function MethodFact({ receipt: { paymentMethod, payment } }: { receipt: Receipt }) {
  if (!payment) return paymentMethodText(paymentMethod)
  return (
    <>
      {paymentMethodText(paymentMethod)} ({paymentChannelText(payment.channel)})
      <span className="block text-sm font-normal text-muted">Paid {formatInstant(payment.paidAt)}</span>
    </>
  )
}

/** The note at the top that this is no proof of payment. */
function NotPaid({ receipt: { orderStatus, number } }: { receipt: Receipt }) {
  const words = {
    awaiting_payment: 'This order waits for its payment. Nothing has been paid.',
    expired: 'This order was not paid in time and has expired. It reserves nothing.',
    cancelled: 'This order was cancelled before it was paid. It reserves nothing.',
    confirmed: '',
  }[orderStatus]
  return (
    <div className="mt-4">
      <Alert tone="warning" title="This is not proof of payment">
        {words}{' '}
        {orderStatus === 'awaiting_payment' ? (
          <Link to={`/checkout/return?order=${number}&left=1`} data-print="hide" className="link">
            Pay now
          </Link>
        ) : null}
      </Alert>
    </div>
  )
}

function BackLink({ side, tracker }: { side: Receipt['side']; tracker: string }) {
  const [to, label] = side === 'admin' ? ['/admin', 'Back to Overview'] : [tracker, 'Back to Rental Tracker']
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center">
      {label}
    </Link>
  )
}
