import { Link } from 'react-router'
import { formatPeso } from '#domain/money.ts'
import { formatPeriod } from '#domain/period.ts'
import type { Offer } from '#domain/rental/lifecycle.ts'
import { daysText, deliveryText, type MoneyLineKind } from '#domain/pricing/pricing.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { RentalStatusBadge } from '#app/ui/status-badge.tsx'
import type { OrderRental } from '#server/admin/find-order.ts'

const kindText: Record<MoneyLineKind, string> = {
  rent: 'Rental cost',
  delivery: 'Delivery fee',
  service_fee: 'Service fee',
  deposit: 'Deposit',
  refund: 'Refund',
  waived: 'Not charged',
}

type OrderRentalsProps = {
  rentals: readonly OrderRental[]
  /** What an admin can do with each, by its id. */
  steps: Record<string, readonly Offer[]>
}

/** The rentals of an order, each with the money it stands for and what an admin can do with it. */
export function OrderRentals({ rentals, steps }: OrderRentalsProps) {
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
              {(steps[rental.id] ?? []).map(({ action, label }) => (
                <ButtonLink
                  key={action}
                  to={`?${new URLSearchParams({ rental: rental.id, step: action })}`}
                  variant="secondary"
                  size="sm"
                  aria-label={`${label}: ${rental.title}`}
                  className="mt-3"
                  preventScrollReset
                >
                  {label}
                </ButtonLink>
              ))}
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
