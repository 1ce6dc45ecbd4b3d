import { formatPeso } from '#domain/money.ts'
import { isRefunded, refundReasonText, refundStatusText } from '#domain/refund/refund.ts'
import { formatInstant } from '#domain/period.ts'
import type { ItemRefund, Receipt } from '#server/order/find-receipt.ts'

type ReceiptRefundsProps = { receipt: Pick<Receipt, 'items' | 'paymentRefunds'> }

/** The refunds, their reasons and statuses; renders nothing when there are none. */
export function ReceiptRefunds({ receipt: { items, paymentRefunds } }: ReceiptRefundsProps) {
  const refunds: { title: string | null; refund: ItemRefund }[] = [
    ...items.flatMap(({ title, refunds: own }) => own.map((refund) => ({ title, refund }))),
    ...paymentRefunds.map((refund) => ({ title: null, refund })),
  ]
  if (refunds.length === 0) return null
  return (
    <section aria-labelledby="refunds" className="mt-6 break-inside-avoid print:mt-3">
      <h2 id="refunds" className="text-xl print:text-base">
        Refunds
      </h2>
      <ul role="list" className="mt-2 print:mt-1 divide-y divide-line border-y border-line">
        {refunds.map(({ title, refund }, index) => (
          <li key={index} className="flex justify-between gap-6 py-2.5 print:py-1">
            <div className="min-w-0">
              <p>{title ?? 'Your payment'}</p>
              <p className="text-sm text-muted">
                {refundReasonText(refund.reason)}. {stateOf(refund)}.
              </p>
            </div>
            <p className="font-semibold whitespace-nowrap tabular-nums">{`\u2212${formatPeso(refund.centavos)}`}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What a refund is now: `Refunded on Nov 21, 2026, 12:00 PM`. */
export function stateOf({ status, doneAt }: Pick<ItemRefund, 'status' | 'doneAt'>): string {
  const text = refundStatusText(status)
  return isRefunded(status) && doneAt ? `${text} on ${formatInstant(doneAt)}` : text
}
