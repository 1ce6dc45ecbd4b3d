import { totalsOf } from '#domain/book/money-line.ts'
import { formatPeso } from '#domain/money.ts'
import { paymentChannelText, HOLD_MINUTES } from '#domain/payment/payment.ts'
import { refundText } from '#domain/refund/refund.ts'
import { formatPeriod } from '#domain/period.ts'
import { daysText, deliveryText } from '#domain/pricing/pricing.ts'
import { endSentence } from '#domain/text.ts'
import type { Receipt } from '#server/order/find-receipt.ts'
import { depositLine, PriceBreakdown } from '#app/ui/price-breakdown.tsx'
import { Alert } from '#app/ui/primitives/alert.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyArt } from '#app/ui/primitives/empty-art.tsx'

/** A confirmed order: the next steps, and its total. */
export function RentalConfirmed({ receipt, isOwner }: { receipt: Receipt; isOwner: boolean }) {
  const { totals } = receipt
  return (
    <div className="page flex justify-center py-10 md:py-16">
      <section aria-labelledby="confirmed-heading" className="w-full max-w-2xl text-center">
        <div className="flex justify-center">
          <EmptyArt name="key" />
        </div>
        <h1 id="confirmed-heading" tabIndex={-1} className="mt-6 text-3xl">
          Rental Confirmed!
        </h1>
        <p className="mx-auto mt-3 max-w-md text-lg text-muted">{whatHappensNext(receipt)}</p>
        <PaymentNotes receipt={receipt} />
        <div className="mt-8 rounded-xl border border-line bg-card p-6 text-left shadow-card">
          <p className="mb-4 text-muted">
            Order <span className="font-semibold text-ink">{receipt.number}</span>
          </p>
          <PriceBreakdown
            lines={[
              ...receipt.items.map((item) => ({
                label: item.title,
                note:
                  `${formatPeriod(item.period)} (${daysText(item.durationDays)}), ` +
                  `${deliveryText(item.deliveryOption)}`,
                centavos: totalsOf(item.lines).subtotal,
              })),
              { label: 'Delivery fee', centavos: totals.deliveryFee },
              { label: 'Service fee', centavos: totals.serviceFee },
              ...depositLine(totals.deposit),
              ...(totals.waived > 0 ? [{ label: 'Not charged', centavos: -totals.waived }] : []),
            ]}
            total={{
              label: receipt.payment ? 'Total paid' : 'Total',
              centavos: totals.total + totals.refunded,
            }}
          />
        </div>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <ButtonLink to={`/receipt/${receipt.number}`} state={{ print: true }} variant="secondary">
            Print Receipt
          </ButtonLink>
          <ButtonLink to={isOwner ? '/profile/rental-tracker?view=rented' : '/profile/rental-tracker'}>
            View My Rentals
          </ButtonLink>
        </div>
      </section>
    </div>
  )
}

function whatHappensNext(receipt: Receipt): string {
  const owners = ownersText(receipt)
  const { payment } = receipt
  if (!payment)
    return (
      `${endSentence(`We have asked ${owners}`)} Please prepare your payment: you pay in cash when ` +
      'you get the item.'
    )
  const { centavos, channel } = payment
  const asked = `We have received ${formatPeso(centavos)} by ${paymentChannelText(channel)} and asked ${owners}`
  return `${endSentence(asked)} What an owner can’t lend you is paid back to you.`
}

/** The unusual facts about the payment. */
function PaymentNotes({ receipt: { retaken, paymentRefunds } }: { receipt: Receipt }) {
  const notes: string[] = [
    ...(retaken
      ? [
          (retaken === 'expired'
            ? `Your payment came after the ${HOLD_MINUTES} minutes. `
            : 'Your payment came when the order was over. ') +
            'The dates were still free, so we took them again for you.',
        ]
      : []),
    ...paymentRefunds.map((refund) => `You paid more than once. ${refundText(refund)}`),
  ]
  if (notes.length === 0) return null
  return (
    <div className="mt-6 grid gap-3 text-left">
      {notes.map((note, index) => (
        <Alert key={index} tone="info">
          {note}
        </Alert>
      ))}
    </div>
  )
}

const list = new Intl.ListFormat('en-PH')

function ownersText(receipt: Receipt): string {
  return list.format([...new Set(receipt.items.map((item) => item.ownerName))])
}
