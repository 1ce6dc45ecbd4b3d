import { actionText, detailText } from '#domain/event/wording.ts'
import { formatInstant } from '#domain/period.ts'
import type { OrderEvent } from '#server/order/find-order.ts'

/** The events of an order and its rentals, in order. */
export function OrderEvents({ events }: { events: readonly OrderEvent[] }) {
  return (
    <section aria-labelledby="events" className="mt-8">
      <h2 id="events" className="text-xl">
        What happened
      </h2>
      <ol role="list" className="mt-4 border-l-2 border-line pl-5">
        {events.map((event) => (
          <li key={event.id} className="relative pb-5 last:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-2 -left-6.5 size-2.5 rounded-full bg-accent ring-4 ring-paper"
            />
            <p className="font-semibold">
              {actionText(event.action)}
              {event.rentalTitle ? `: ${event.rentalTitle}` : null}
            </p>
            <p className="text-sm text-muted">
              {formatInstant(event.at)}, {event.actorName ?? 'the site itself'}
              {event.actorRole ? ` (${event.actorRole})` : null}
            </p>
            <p className="wrap-anywhere text-sm text-muted">{detailText(event.detail)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
