import type { ReactNode } from 'react'
import { creditorOf, debtCauses } from '#domain/debt/debt.ts'
import { formatPeso } from '#domain/money.ts'
import { bookEntryKinds } from '#domain/book/book.ts'
import { paymentChannelText } from '#domain/payment/payment.ts'
import { refundReasonText } from '#domain/refund/refund.ts'
import { formatInstant } from '#domain/period.ts'
import { Badge } from '#app/ui/primitives/badge.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import type { OrderMoney as Money } from '#server/order/find-order-money.ts'
import { Link } from '#app/ui/link.tsx'
import { DebtBadge } from '../../debt/debt-badge.tsx'
import { Postings } from '../book/postings.tsx'
import { RefundBadge } from '../refund/refund-columns.tsx'

/**
 * The money movements of an order: its checkout at the provider, payments, refunds, what is owed between its people
 * and the book’s entries. Nothing when there are none.
 */
export function OrderMoney({ money }: { money: Money }) {
  const { checkout, payments, refunds, debts, entries } = money
  if (!checkout && entries.length === 0 && debts.length === 0) return null
  return (
    <section aria-labelledby="money" className="mt-8">
      <h2 id="money" className="text-xl">
        Money
      </h2>
      <Card className="mt-4 grid gap-6">
        {checkout ? (
          <Part title="Checkout at the provider">
            <p className="wrap-anywhere">{checkout.id}</p>
            <p className="text-sm text-muted">
              Opened {formatInstant(checkout.openedAt)},{' '}
              {checkout.closedAt ? `closed ${formatInstant(checkout.closedAt)}` : 'not closed'}
            </p>
          </Part>
        ) : null}
        {payments.length > 0 ? (
          <Part title="Payments">
            <List>
              {payments.map((one) => (
                <Line
                  key={one.id}
                  title={paymentChannelText(one.channel)}
                  centavos={one.centavos}
                  badge={one.purpose === 'unused' ? <Badge tone="warning">Of no use</Badge> : null}
                >
                  {one.id}, {formatInstant(one.paidAt)}; the provider keeps {formatPeso(one.feeCentavos)}
                </Line>
              ))}
            </List>
          </Part>
        ) : null}
        {refunds.length > 0 ? (
          <Part title="Refunds">
            <List>
              {refunds.map((one) => (
                <RefundLine key={one.id} refund={one} />
              ))}
            </List>
          </Part>
        ) : null}
        {debts.length > 0 ? (
          <Part title="Owed between the two">
            <List>
              {debts.map((one) => (
                <DebtLine key={one.id} debt={one} />
              ))}
            </List>
          </Part>
        ) : null}
        {entries.length > 0 ? (
          <Part title="In the book">
            <List>
              {entries.map((one) => (
                <Line key={one.id} title={bookEntryKinds[one.kind]} centavos={one.centavos}>
                  {formatInstant(one.at)}
                  {one.title ? `, ${one.title}` : null}
                  <Postings of={`${bookEntryKinds[one.kind]}, entry ${one.id}`} postings={one.postings} />
                </Line>
              ))}
            </List>
          </Part>
        ) : null}
      </Card>
    </section>
  )
}

function RefundLine({ refund }: { refund: Money['refunds'][number] }) {
  const { id, reason, status, doneAt, createdAt, note, proof, waits } = refund
  return (
    <Line
      title={refund.title ?? 'Whole payment'}
      centavos={refund.centavos}
      badge={<RefundBadge status={status} />}
    >
      {refundReasonText(reason)}, {formatInstant(doneAt ?? createdAt)}
      {note ? `. ${note}` : null}
      {proof ? `. Proof: ${proof}` : null}
      {waits ? (
        <Link to="/admin/proposals?state=waiting&kind=refund" className="link mt-1 block w-fit">
          Waits for another admin
        </Link>
      ) : status === 'manual' ? (
        <ButtonLink to={`/admin/refunds?pay=${id}`} size="sm" variant="secondary" className="mt-2 flex w-fit">
          Pay out
        </ButtonLink>
      ) : null}
    </Line>
  )
}

function DebtLine({ debt }: { debt: Money['debts'][number] }) {
  const { cause, owedBy, centavos, settledHow, title, since, settledAt, orderNumber } = debt
  return (
    <Line
      title={`${debtCauses[cause]}: the ${owedBy} owes the ${creditorOf(debt)}`}
      centavos={centavos}
      badge={<DebtBadge settledHow={settledHow} />}
    >
      {title}, since {formatInstant(since)}
      {settledAt ? `; settled ${formatInstant(settledAt)}` : null}
      {orderNumber ? (
        <>
          {', order '}
          <Link to={`/admin/orders/${orderNumber}`} className="link">
            {orderNumber}
          </Link>
        </>
      ) : null}
    </Line>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-lg">{title}</h3>
      {children}
    </div>
  )
}

function List({ children }: { children: ReactNode }) {
  return (
    <ul role="list" className="divide-y divide-line">
      {children}
    </ul>
  )
}

type LineProps = { title: string; centavos: number; badge?: ReactNode; children: ReactNode }

function Line({ title, centavos, badge, children }: LineProps) {
  return (
    <li className="py-3">
      <div className="flex flex-wrap justify-between gap-x-6">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {title}
          {badge}
        </p>
        <p className="font-semibold tabular-nums">{formatPeso(centavos)}</p>
      </div>
      <div className="text-sm wrap-anywhere text-muted">{children}</div>
    </li>
  )
}
