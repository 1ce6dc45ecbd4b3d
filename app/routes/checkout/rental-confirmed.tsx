import { formatPeriod } from '#domain/period.ts'
import { daysText, deliveryText } from '#domain/pricing/pricing.ts'
import type { Receipt } from '#server/order/find-receipt.ts'
import { depositLine, PriceBreakdown } from '#app/ui/price-breakdown.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyArt } from '#app/ui/primitives/empty-art.tsx'

/** The order stands: what happens next, and what it came to. */
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
        <p className="mx-auto mt-3 max-w-md text-lg text-muted">
          We have asked {ownersText(receipt)}. Please prepare your payment: you pay in cash when you get the
          item.
        </p>
        <div className="mt-8 rounded-xl border border-line bg-card p-6 text-left shadow-card">
          <p className="mb-4 text-muted">
            Order <span className="font-semibold text-ink">{receipt.number}</span>
          </p>
          <PriceBreakdown
            lines={[
              ...receipt.items.map((item) => ({
                label: item.title,
                note: `${formatPeriod(item.period)} (${daysText(item.durationDays)}), ${deliveryText(item.deliveryOption)}`,
                centavos: item.lines.find((line) => line.kind === 'rent')?.centavos ?? 0,
              })),
              { label: 'Delivery fee', centavos: totals.deliveryFee },
              { label: 'Service fee', centavos: totals.serviceFee },
              ...depositLine(totals.deposit),
            ]}
            total={{ label: 'Total', centavos: totals.total }}
          />
        </div>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <ButtonLink to={`/receipt/${receipt.number}`} variant="secondary">
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

const list = new Intl.ListFormat('en-PH')

function ownersText(receipt: Receipt): string {
  return list.format([...new Set(receipt.items.map((item) => item.ownerName))])
}
