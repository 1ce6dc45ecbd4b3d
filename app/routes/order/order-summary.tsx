import type { ReactNode } from 'react'
import { type CancellationPolicy, policyTerms } from '#domain/refund/cancellation.ts'
import { formatPeriod, periodOf } from '#domain/period.ts'
import { daysText, type DeliveryOption, deliveryText, type DurationDays } from '#domain/pricing/pricing.ts'
import type { Totals } from '#domain/book/money-line.ts'
import { depositLine, PriceBreakdown } from '#app/ui/price-breakdown.tsx'

export type SummaryLine = {
  listingId: string
  title: string
  startDate: string
  durationDays: DurationDays
  deliveryOption: DeliveryOption
  rentCentavos: number
  ownerName: string
  cancellationPolicy: CancellationPolicy
}

type OrderSummaryProps = { lines: SummaryLine[]; totals: Totals; children: ReactNode }

/** The order's total, the refund after a cancellation, and the button below. */
export function OrderSummary({ lines, totals, children }: OrderSummaryProps) {
  return (
    <section
      aria-labelledby="order-heading"
      className="rounded-xl border border-line bg-card p-[min(1.5rem,5vw)] shadow-card"
    >
      <h2 id="order-heading" className="mb-4 text-xl">
        Order summary
      </h2>
      <PriceBreakdown
        lines={[
          ...lines.map((line) => ({
            label: line.title,
            note:
              `${formatPeriod(periodOf(line.startDate, line.durationDays))} ` +
              `(${daysText(line.durationDays)}), ${deliveryText(line.deliveryOption)}, from ` +
              `${line.ownerName}`,
            centavos: line.rentCentavos,
          })),
          { label: 'Delivery fee', centavos: totals.deliveryFee },
          { label: 'Service fee', centavos: totals.serviceFee, note: '5% of the subtotal' },
          ...depositLine(totals.deposit),
        ]}
        total={{ label: 'Total', centavos: totals.total }}
      />
      <CancellationPolicies lines={lines} />
      <div className="mt-6 grid gap-3">{children}</div>
    </section>
  )
}

type PolicyLine = Pick<SummaryLine, 'title' | 'cancellationPolicy'>

/** The cancellation policy of each line; a policy common to all is shown once. */
function CancellationPolicies({ lines }: { lines: readonly PolicyLine[] }) {
  const policies = [...new Set(lines.map((line) => line.cancellationPolicy))]
  return (
    <section aria-labelledby="cancelling" className="mt-6 border-t border-line pt-5">
      <h3 id="cancelling" className="text-base">
        If you cancel
      </h3>
      <p className="mt-1 text-sm text-muted">
        Until an owner has answered, all of it comes back. After that:
      </p>
      <dl className="mt-3 grid gap-3 text-sm">
        {policies.map((policy) => (
          <div key={policy}>
            <dt className="font-semibold">
              {policyTerms[policy].label}
              {policies.length > 1 ? `: ${titlesWith(lines, policy)}` : ''}
            </dt>
            <dd className="text-muted">{policyTerms[policy].text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const all = new Intl.ListFormat('en-PH')

function titlesWith(lines: readonly PolicyLine[], policy: CancellationPolicy): string {
  return all.format(lines.flatMap((line) => (line.cancellationPolicy === policy ? [line.title] : [])))
}
