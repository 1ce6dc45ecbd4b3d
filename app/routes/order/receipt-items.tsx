import { creditorOf, debtCauses } from '#domain/debt/debt.ts'
import { formatPeso } from '#domain/money.ts'
import { formatPeriod } from '#domain/period.ts'
import { daysText, deliveryText } from '#domain/pricing/pricing.ts'
import { totalsOf } from '#domain/book/money-line.ts'
import { endSentence } from '#domain/text.ts'
import { sameRecord } from '#domain/timeline/entry.ts'
import { RentalStatusBadge } from '#app/ui/status-badge.tsx'
import type { ReceiptItem } from '#server/order/find-receipt.ts'

/** The rented items, one per row; their status only if the order is confirmed. */
export function ReceiptItems({
  items,
  isConfirmed,
}: {
  items: readonly ReceiptItem[]
  isConfirmed: boolean
}) {
  return (
    <section aria-labelledby="items" className="my-6 print:my-3">
      <h2 id="items" className="text-xl print:text-base">
        Items
      </h2>
      <ul role="list" className="mt-2 print:mt-1 divide-y divide-line border-b border-line">
        {items.map((item) => (
          <li
            key={item.rentalId}
            className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3.5 print:py-1.5"
          >
            <div className="min-w-0 grow basis-64">
              <h3 className="text-lg/snug print:text-base/snug">{item.title}</h3>
              <p>
                {daysText(item.durationDays)}, {formatPeriod(item.period)}
              </p>
              <p className="text-sm text-muted">
                {endSentence(`Owner: ${item.ownerName}`)} {deliveryText(item.deliveryOption)}.
              </p>
              {totalsOf(item.lines).waived > 0 && totalsOf(item.lines).total === 0 ? (
                <p className="text-sm">It was never handed over. Nothing was charged for it.</p>
              ) : null}
              {item.grantedCentavos ? (
                <p className="text-sm">
                  {formatPeso(item.grantedCentavos)} of the deposit went to the owner, after a claim.
                </p>
              ) : null}
              {item.lateCentavos > 0 ? (
                <p className="text-sm">
                  {formatPeso(item.lateCentavos)} of the deposit went to the owner, as a late fee.
                </p>
              ) : null}
              {item.debts.map(({ cause, owedBy, centavos, isSettled }, index) => (
                <p key={index} className="text-sm">
                  {debtCauses[cause]}: the {owedBy} {isSettled ? 'owed' : 'owes'} the {creditorOf({ owedBy })}{' '}
                  {formatPeso(centavos)} besides{isSettled ? ', and has settled it' : ''}.
                </p>
              ))}
              {item.head ? <p className="text-sm text-muted">{sameRecord(item.head)}</p> : null}
            </div>
            <div
              className={
                'flex grow flex-wrap items-start justify-between gap-4 sm:grow-0 sm:flex-col sm:items-end ' +
                'sm:justify-start sm:gap-1.5'
              }
            >
              <p className="font-semibold tabular-nums">
                {formatPeso(totalsOf(item.lines).owed || totalsOf(item.lines).subtotal)}
              </p>
              {isConfirmed ? <RentalStatusBadge status={item.status} /> : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
