import { formatPeso } from '#domain/money.ts'
import { daysText, deliveryText } from '#domain/pricing/pricing.ts'
import { Fact } from '#app/ui/fact.tsx'
import type { Tracked } from '#app/tracked.ts'

/** The dates, delivery, total and order of a rental, and the notes about it. */
export function RentalSummary({ rental }: { rental: Tracked }) {
  return (
    <>
      <dl className="mt-3 grid grid-cols-2 gap-x-5 gap-y-2.5 text-sm xl:grid-cols-[1.8fr_1fr_1fr_1.6fr]">
        <Fact
          label="Start date"
          note={
            rental.last
              ? `${daysText(rental.durationDays)}, until ${rental.last}`
              : daysText(rental.durationDays)
          }
        >
          {rental.start}
        </Fact>
        <Fact label="Delivery">{deliveryText(rental.deliveryOption)}</Fact>
        <Fact label="Total">
          <span className="tabular-nums">{formatPeso(rental.totals.total + rental.totals.refunded)}</span>
        </Fact>
        <Fact label="Order">
          <span className="break-all">{rental.orderNumber}</span>
        </Fact>
      </dl>
      {rental.events.length > 0 ? (
        <div className="mt-3 grid gap-1 text-sm">
          {rental.events.map((event) => (
            <p key={event}>{event}</p>
          ))}
        </div>
      ) : null}
      {rental.notes.map((note) => (
        <p key={note} className="mt-3 text-sm font-semibold">
          {note}
        </p>
      ))}
    </>
  )
}
