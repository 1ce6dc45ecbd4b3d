import { creditorOf, debtCauses } from '#domain/debt/debt.ts'
import type { Names } from '#domain/dispute/dispute-words.ts'
import { formatPeso } from '#domain/money.ts'
import { payMongoFailed } from '#domain/payment/payment.ts'
import { dayInManila, formatDay } from '#domain/period.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { Fact } from '#app/ui/fact.tsx'
import { PrintButton } from '#app/ui/print-button.tsx'
import { ReceiptLink } from '#app/ui/receipt-link.tsx'
import { useReloadAfterBack } from '#app/ui/use-reload-after-back.ts'
import { DebtBadge } from './debt-badge.tsx'
import type { DebtView } from './debts-of.ts'

type DebtsProps = {
  debts: readonly DebtView[]
  names: Names
  rental: { rentalId: string; title: string; orderNumber: string }
  /** Whether it has a button to print; a page that has one already says no. */
  prints?: boolean
}

/** What one of the two people of a rental owes the other beyond what the site holds; to be settled, and printed. */
export function Debts({ debts, names, rental, prints = true }: DebtsProps) {
  if (debts.length === 0) return null
  return (
    <Card as="section" aria-labelledby="owed-heading">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 id="owed-heading" className="text-xl">
          Owed between you
        </h2>
        {prints ? <PrintButton size="sm" /> : null}
      </div>
      <p className="mt-2 text-muted">{leadOf(debts, names)}</p>
      {debts.map((debt) => (
        <OneDebt key={debt.id} {...{ debt, names, rental }} />
      ))}
    </Card>
  )
}

function OneDebt({ debt, names, rental }: Omit<DebtsProps, 'debts' | 'prints'> & { debt: DebtView }) {
  const { id, cause, centavos, owedBy, since, settledAt, reason, mayPay, mayReceive } = debt
  return (
    <div className="mt-4 border-t border-line pt-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-2xl font-bold tabular-nums">{formatPeso(centavos)}</p>
        <DebtBadge settledHow={debt.settledHow} />
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        <Fact label={settledAt ? 'Owed by' : 'Owes'}>{names[owedBy]}</Fact>
        <Fact label="To">{names[creditorOf(debt)]}</Fact>
        <Fact label="For" note={rental.title}>
          {debtCauses[cause]}
        </Fact>
        <Fact label="Since">{formatDay(dayInManila(since))}</Fact>
        {settledAt ? <Fact label="Settled">{formatDay(dayInManila(settledAt))}</Fact> : null}
        <Fact label="Order" className="col-span-2 sm:col-span-1">
          <ReceiptLink number={(settledAt && debt.orderNumber) ?? rental.orderNumber} />
        </Fact>
      </dl>
      {reason ? <p className="mt-3 wrap-anywhere whitespace-pre-line">{reason}</p> : null}
      {mayPay || mayReceive ? (
        <div className="mt-5 flex flex-wrap gap-3" data-print="hide">
          {mayPay ? <PayButton {...{ id, centavos, rentalId: rental.rentalId }} /> : null}
          {mayReceive ? (
            <ButtonLink
              to={`${rentalPath(rental.rentalId, 'owed')}?ask=${id}`}
              variant="secondary"
              aria-label={`I have received it: ${formatPeso(centavos)}`}
              preventScrollReset
            >
              I have received it
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

function PayButton({ id, centavos, rentalId }: { id: string; centavos: number; rentalId: string }) {
  useReloadAfterBack()
  return (
    <ButtonForm
      hidden={{ intent: 'pay', debtId: id }}
      postTo={rentalPath(rentalId, 'owed')}
      failure={payMongoFailed}
      busyText="Opening PayMongo..."
    >
      Pay {formatPeso(centavos)}
    </ButtonForm>
  )
}

/** What to do about the debts, for their reader. */
function leadOf(debts: readonly DebtView[], names: Names): string {
  const open = debts.filter(({ settledAt }) => !settledAt)
  const [first] = open
  if (!first) return 'All of this is settled. This page is your record of it.'
  const creditor = names[creditorOf(first)]
  if (open.some(({ mayPay }) => mayPay))
    return `This goes beyond what we hold. You can pay it here: all of it goes to ${creditor}, and we take no fee.`
  if (open.some(({ mayReceive }) => mayReceive))
    return 'This goes beyond what we hold. Once you have it, by hand or by a transfer, please say so here.'
  return (
    'This goes beyond what we hold, so please settle it between you. ' +
    `${creditor} then says here that they have it.`
  )
}
