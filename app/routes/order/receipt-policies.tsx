import { type CancellationPolicy, policyTerms } from '#domain/refund/cancellation.ts'
import type { ReceiptItem } from '#server/order/find-receipt.ts'

const list = new Intl.ListFormat('en-PH')

/** The cancellation policies at the time of the order. */
export function ReceiptPolicies({ items }: { items: readonly ReceiptItem[] }) {
  const policies = [...new Set(items.map((item) => item.cancellationPolicy))]
  const titlesWith = (policy: CancellationPolicy) =>
    list.format(items.flatMap((item) => (item.cancellationPolicy === policy ? [item.title] : [])))
  return (
    <section aria-labelledby="cancellation" className="mt-6 break-inside-avoid print:mt-3">
      <h2 id="cancellation" className="text-base font-semibold">
        Cancellation policy
      </h2>
      {policies.map((policy) => (
        <p key={policy} className="text-sm text-muted print:text-xs">
          <span className="font-semibold text-ink">
            {policyTerms[policy].label}
            {policies.length > 1 ? ` (${titlesWith(policy)})` : ''}.
          </span>{' '}
          {policyTerms[policy].text}
        </p>
      ))}
    </section>
  )
}
