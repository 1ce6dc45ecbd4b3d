import { formatInstant, formatPeriod } from '#domain/period.ts'
import type { HeldDays as Held } from '#server/listing/queries.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { Link } from '#app/ui/link.tsx'
import { Badge } from '#app/ui/primitives/badge.tsx'
import { RentalStatusBadge } from '#app/ui/status-badge.tsx'

const row =
  'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-3 last:border-b-0'

/** The days that are not free from today on, as text: the owner's own blocks, and rentals. */
export function HeldDays({ rentals, blocks, holds }: Held) {
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <section aria-labelledby="blocked-heading">
        <h2 id="blocked-heading" className="text-xl">
          Blocked days
        </h2>
        {blocks.length === 0 ? (
          <p className="mt-3 text-muted">You haven’t blocked any days.</p>
        ) : (
          <ul className="mt-3 rounded-xl border border-line bg-card">
            {blocks.map(({ id, period }) => (
              <li key={id} className={row}>
                <span className="tabular-nums">{formatPeriod(period)}</span>
                <ButtonForm
                  hidden={{ intent: 'unblock', blockId: id }}
                  variant="quiet"
                  size="sm"
                  aria-label={`Remove the block ${formatPeriod(period)}`}
                >
                  Remove
                </ButtonForm>
              </li>
            ))}
          </ul>
        )}
        {holds.length > 0 ? (
          <>
            <h3 className="mt-6 text-lg">Held for someone</h3>
            <ul className="mt-3 rounded-xl border border-line bg-card">
              {holds.map(({ id, period, heldUntil }) => (
                <li key={id} className={row}>
                  <span className="tabular-nums">{formatPeriod(period)}</span>
                  <span className="text-muted">Held until {formatInstant(heldUntil)}</span>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </section>
      <section aria-labelledby="rented-heading">
        <h2 id="rented-heading" className="text-xl">
          Rentals
        </h2>
        {rentals.length === 0 ? (
          <p className="mt-3 text-muted">Nobody has rented it from today on.</p>
        ) : (
          <>
            <ul className="mt-3 rounded-xl border border-line bg-card">
              {rentals.map(({ id, period, renterName, status }) => (
                <li key={id} className={row}>
                  <span>
                    <span className="tabular-nums">{formatPeriod(period)}</span>
                    <span className="block text-muted">
                      {renterName ? `Rented by ${renterName}` : 'Held while someone pays'}
                    </span>
                  </span>
                  {renterName ? <RentalStatusBadge status={status} /> : <Badge>Not paid yet</Badge>}
                </li>
              ))}
            </ul>
            <p className="mt-3">
              <Link to="/profile/rental-tracker" className="link">
                Answer requests in the Rental Tracker
              </Link>
            </p>
          </>
        )}
      </section>
    </div>
  )
}
