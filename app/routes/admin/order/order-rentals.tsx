import { Link } from 'react-router'
import { formatPeso } from '#domain/money.ts'
import { formatPeriod } from '#domain/period.ts'
import { daysText, deliveryText } from '#domain/pricing/pricing.ts'
import type { MoneyLineKind } from '#domain/book/money-line.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { RentalStatusBadge } from '#app/ui/status-badge.tsx'
import type { OrderRental } from '#server/order/find-order.ts'
import type { AdminAction } from './admin-actions.ts'

const kindText: Record<MoneyLineKind, string> = {
  rent: 'Rental cost',
  delivery: 'Delivery fee',
  service_fee: 'Service fee',
  deposit: 'Deposit',
  refund: 'Refund',
  waived: 'Not charged',
}

type ShownRental = Omit<OrderRental, 'lines' | 'answerBy' | 'isOut' | 'since'> & {
  lines: readonly { kind: MoneyLineKind; centavos: number }[]
  /** The actions of an admin on it. */
  adminActions: readonly AdminAction[]
}

/** The rentals of an order, each with its amounts and the actions of an admin. */
export function OrderRentals({ rentals }: { rentals: readonly ShownRental[] }) {
  return (
    <section aria-labelledby="rentals" className="my-6 border-t border-line pt-6">
      <h2 id="rentals" className="text-xl">
        Rentals
      </h2>
      <ul role="list" className="mt-2 divide-y divide-line border-b border-line">
        {rentals.map((rental) => (
          <li key={rental.id} className="flex flex-wrap justify-between gap-x-8 gap-y-3 py-4">
            <div className="min-w-0 grow basis-64">
              <h3 className="text-lg/snug">
                <Link to={`/listing/${rental.listingId}`} className="hover:text-accent hover:underline">
                  {rental.title}
                </Link>
              </h3>
              <p>
                {daysText(rental.durationDays)}, {formatPeriod(rental.period)}
              </p>
              <p className="break-words text-sm text-muted">
                Owner: {rental.owner.name}
                {rental.owner.email ? `, ${rental.owner.email}` : null}. {deliveryText(rental.deliveryOption)}
                .
              </p>
              <p className="mt-2">
                <RentalStatusBadge status={rental.status} />
              </p>
              <AdminActions rental={rental} />
            </div>
            <dl className="grid grow content-start gap-1 text-sm sm:grow-0 sm:basis-56">
              {rental.lines.map((line, i) => (
                <div key={`${line.kind}-${i}`} className="flex justify-between gap-6">
                  <dt className="text-muted">{kindText[line.kind]}</dt>
                  <dd className="tabular-nums">{formatPeso(line.centavos)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The actions of admins; each asks for confirmation, and one that is not possible now shows why. */
function AdminActions({ rental: { id, title, adminActions } }: { rental: ShownRental }) {
  if (adminActions.length === 0) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {adminActions.map(({ action, label, refusal }) =>
        refusal === null ? (
          <ButtonLink
            key={action}
            to={`?${new URLSearchParams({ rental: id, step: action })}`}
            variant="secondary"
            size="sm"
            aria-label={`${label}: ${title}`}
            preventScrollReset
          >
            {label}
          </ButtonLink>
        ) : (
          <Button
            key={action}
            type="button"
            variant="secondary"
            size="sm"
            disabled
            aria-label={`${label}: ${title}`}
            aria-describedby={`${id}-${action}`}
          >
            {label}
          </Button>
        ),
      )}
      {adminActions.map(({ action, refusal }) =>
        refusal === null ? null : (
          <p key={action} id={`${id}-${action}`} className="basis-full text-sm text-muted">
            {refusal}
          </p>
        ),
      )}
    </div>
  )
}
