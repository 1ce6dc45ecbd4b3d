import type { TrackerSectionName } from '#domain/rental/tracker.ts'
import { LoadMore } from '#app/ui/load-more.tsx'
import { type Page, useMore } from '#app/ui/use-more.ts'
import { Badge } from '#app/ui/primitives/badge.tsx'
import type { Tracked } from '#app/tracked.ts'
import { TrackedRental } from './tracked-rental.tsx'
import { UnpaidOrderCard } from '../order/unpaid-order-card.tsx'
import type { ShownUnpaidOrder } from '../order/shown-unpaid-orders.ts'

type Section = {
  name: TrackerSectionName
  title: string
  empty: { lent: string; rented: string }
  hint?: string
}

/** The tracker's sections, in the order of a rental's life. */
export const trackerSectionTexts: readonly Section[] = [
  {
    name: 'pending',
    title: 'Pending',
    empty: { lent: 'No requests wait for your answer.', rented: 'No requests of yours wait for an answer.' },
  },
  {
    name: 'approved',
    title: 'Approved',
    empty: {
      lent: 'No approved rentals wait to be handed over.',
      rented: 'No approved rentals wait for you.',
    },
  },
  {
    name: 'active',
    title: 'Active',
    empty: { lent: 'Nothing of yours is out right now.', rented: 'You have nothing on loan right now.' },
  },
  {
    name: 'completed',
    title: 'Completed',
    empty: { lent: 'No completed rentals yet.', rented: 'No completed rentals yet.' },
  },
  {
    name: 'rejected',
    title: 'Rejected',
    empty: { lent: 'No rejected rentals.', rented: 'No rejected rentals.' },
    hint: 'Cancelled rentals are here as well.',
  },
]

type TrackerSectionProps = {
  section: Section
  view: 'lent' | 'rented'
  askFrom: string
  /** Orders that wait for a payment, before the rentals. */
  unpaid: readonly ShownUnpaidOrder[]
  page: Page<Tracked>
}

type Answer = { sections: Record<TrackerSectionName, Page<Tracked>> }

/** A section: its newest rentals, and a link to older ones. */
export function TrackerSection({ section, view, askFrom, unpaid, page }: TrackerSectionProps) {
  const {
    items: rentals,
    more,
    loading,
    load,
  } = useMore(
    page,
    ({ sections }: Answer) => sections[section.name],
    (after) => `${askFrom}${askFrom.includes('?') ? '&' : '?'}section=${section.name}&after=${after}`,
  )
  const count = unpaid.reduce((n, order) => n + order.rentals.length, rentals.length)
  const id = `section-${section.title}`
  const cancelled = rentals.some((rental) => rental.status === 'Cancelled')
  return (
    <section aria-labelledby={id}>
      <div className="flex items-center gap-3">
        <h2 id={id} className="text-xl">
          {section.title}
        </h2>
        <Badge>
          {count}
          {more ? '+' : null}
          <span className="sr-only">{count === 1 ? ' rental' : ' rentals'}</span>
        </Badge>
      </div>
      {section.hint && cancelled ? <p className="mt-1 text-sm text-muted">{section.hint}</p> : null}
      {count > 0 ? (
        <ul role="list" className="mt-4 grid gap-4">
          {unpaid.map((order) => (
            <li key={order.number}>
              <UnpaidOrderCard order={order} />
            </li>
          ))}
          {rentals.map((rental) => (
            <li key={rental.id}>
              <TrackedRental rental={rental} view={view} askFrom={askFrom} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-3 rounded-lg border border-dashed border-line px-4 py-4 text-muted">
          {section.empty[view]}
        </p>
      )}
      {more ? (
        <LoadMore to={more} of={`${section.title.toLowerCase()} rentals`} loading={loading} load={load} />
      ) : null}
    </section>
  )
}
