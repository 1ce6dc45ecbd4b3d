import { formatPeso } from '#domain/money.ts'
import { formatPeriod } from '#domain/period.ts'
import { daysText, deliveryText } from '#domain/pricing/pricing.ts'
import type { MoneyLineKind } from '#domain/book/money-line.ts'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { RentalStatusBadge } from '#app/ui/status-badge.tsx'
import type { OrderRental } from '#server/order/find-order.ts'
import { Link } from '#app/ui/link.tsx'
import type { AdminAction } from './admin-actions.ts'
import type { GoodwillOffer } from './goodwill-offer.ts'

const kindText: Record<MoneyLineKind, string> = {
  rent: 'Rental cost',
  delivery: 'Delivery fee',
  service_fee: 'Service fee',
  deposit: 'Deposit',
  refund: 'Refund',
  waived: 'Not charged',
  owed: 'Amount owed',
}

export type ShownRental = Pick<
  OrderRental,
  'id' | 'title' | 'owner' | 'durationDays' | 'deliveryOption' | 'period' | 'status' | 'isDisputed'
> & {
  /** Null when the listing is deleted. */
  listingId: string | null
  lines: readonly { kind: MoneyLineKind; centavos: number }[]
  /** The actions of an admin on it. */
  adminActions: readonly AdminAction[]
  goodwill: GoodwillOffer
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
                {rental.listingId === null ? (
                  rental.title
                ) : (
                  <Link to={`/listing/${rental.listingId}`} className="hover:text-accent hover:underline">
                    {rental.title}
                  </Link>
                )}
              </h3>
              <p>
                {daysText(rental.durationDays)}, {formatPeriod(rental.period)}
              </p>
              <p className="wrap-anywhere text-sm text-muted">
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

type AdminButton = { name: string; label: string; refusal: string | null; query: Record<string, string> }

/** The actions of admins and the goodwill payment; each asks first, and one that is not possible now shows why. */
function AdminActions({ rental }: { rental: ShownRental }) {
  const { id, title, adminActions, goodwill, isDisputed } = rental
  const buttons: AdminButton[] = [
    ...adminActions.map(({ action, label, refusal }) => ({
      name: action,
      label,
      refusal,
      query: { rental: id, step: action },
    })),
    ...(goodwill.isOffered
      ? [{ name: 'goodwill', label: 'Goodwill payment', refusal: goodwill.refusal, query: { goodwill: id } }]
      : []),
  ]
  if (buttons.length === 0) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {buttons.map(({ name, label, refusal, query }) =>
        refusal === null ? (
          <ButtonLink
            key={name}
            to={`?${new URLSearchParams(query)}`}
            variant="secondary"
            size="sm"
            aria-label={`${label}: ${title}`}
            preventScrollReset
          >
            {label}
          </ButtonLink>
        ) : (
          <Button
            key={name}
            type="button"
            variant="secondary"
            size="sm"
            disabled
            aria-label={`${label}: ${title}`}
            aria-describedby={`${id}-${name}`}
          >
            {label}
          </Button>
        ),
      )}
      {buttons.map(({ name, refusal }) =>
        refusal === null ? null : (
          <p key={name} id={`${id}-${name}`} className="basis-full text-sm text-muted">
            {refusal}
          </p>
        ),
      )}
      {isDisputed ? (
        <Link to={`/admin/claims/${id}`} className="link basis-full text-sm">
          See the dispute
        </Link>
      ) : null}
    </div>
  )
}
