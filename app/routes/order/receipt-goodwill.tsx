import { formatPeso } from '#domain/money.ts'
import type { Goodwill, ReceiptItem } from '#server/order/find-receipt.ts'
import { stateOf } from './receipt-refunds.tsx'

/** What the site paid of its own money, which is no part of the total; renders nothing when that is nothing. */
export function ReceiptGoodwill({ items }: { items: readonly ReceiptItem[] }) {
  const paid = items.flatMap(({ title, goodwill }) => goodwill.map((one) => ({ title, ...one })))
  if (paid.length === 0) return null
  return (
    <section aria-labelledby="goodwill" className="mt-6 break-inside-avoid print:mt-3">
      <h2 id="goodwill" className="text-xl print:text-base">
        Goodwill payments
      </h2>
      <p className="text-sm text-muted">We paid this of our own money. It is not a part of the total.</p>
      <ul role="list" className="mt-2 print:mt-1 divide-y divide-line border-y border-line">
        {paid.map(({ title, ...one }, index) => (
          <li key={index} className="flex justify-between gap-6 py-2.5 print:py-1">
            <div className="min-w-0">
              <p>{title}</p>
              <p className="text-sm text-muted">{wayOf(one)}.</p>
            </div>
            <p className="font-semibold whitespace-nowrap tabular-nums">{formatPeso(one.centavos)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const wayOf = ({ refund }: Goodwill) =>
  refund ? `To the renter. ${stateOf(refund)}` : 'To the owner, with a payout'
