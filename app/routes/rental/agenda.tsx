import { type Day, formatDay } from '#domain/period.ts'
import type { Appointment } from '#domain/rental/agenda.ts'
import { Link } from '#app/ui/link.tsx'
import { ListingPhoto } from '#app/ui/listing-photo.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'
import { Badge } from '#app/ui/primitives/badge.tsx'
import type { AgendaRental } from '#server/rental/queries.ts'

export type AgendaEntry = Omit<AgendaRental, 'period'> & { appointment: Appointment }

type AgendaProps = { title: string; empty: string; entries: readonly AgendaEntry[]; to: string }

/** The next hand-overs and returns of one side, each a link to the tracker; overdue ones are marked. */
export function Agenda({ title, empty, entries, to }: AgendaProps) {
  const id = `agenda-${title.replaceAll(/\W+/g, '-').toLowerCase()}`
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-xl">
          <Unbroken>{title}</Unbroken>
        </h2>
        <Link to={to} className="link inline-flex min-h-11 items-center text-sm">
          Rental Tracker
        </Link>
      </div>
      {entries.length > 0 ? (
        <ul
          role="list"
          className="mt-2 divide-y divide-line rounded-xl border border-line bg-card shadow-card"
        >
          {entries.map((entry) => (
            <li key={entry.id}>
              <Entry entry={entry} to={to} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-2 rounded-lg border border-dashed border-line px-4 py-4 text-muted">{empty}</p>
      )}
    </section>
  )
}

function Entry({ entry, to }: { entry: AgendaEntry; to: string }) {
  const { on, when } = entry.appointment
  return (
    <Link
      to={`${to}#section-${entry.status}`}
      className="group flex flex-wrap items-center gap-4 px-4 py-3.5 -outline-offset-3 sm:px-5"
    >
      <ListingPhoto
        photo={entry.photo}
        alt=""
        sizes="56px"
        shape="square"
        className="w-14 shrink-0 rounded-md"
      />
      <span
        className={
          'grid min-w-[min(100%,9rem)] grow basis-0 gap-x-4 sm:grid-cols-[minmax(0,1fr)_auto] ' +
          'sm:items-center'
        }
      >
        <span className="min-w-0">
          <span className="block font-semibold group-hover:text-accent">{entry.title}</span>
          <span className="block text-sm text-muted">{wording(entry)}</span>
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 sm:mt-0 sm:justify-end">
          <When on={on} when={when} />
        </span>
      </span>
    </Link>
  )
}

function When({ on, when }: { on: Day; when: Appointment['when'] }) {
  return (
    <>
      <span className="text-sm tabular-nums">{formatDay(on)}</span>
      {when === 'overdue' ? <Badge tone="danger">Overdue</Badge> : null}
      {when === 'today' ? <Badge tone="warning">Today</Badge> : null}
    </>
  )
}

/** The text of a task: `Hand over to Ana Cruz`. */
function wording({ appointment, side, partnerName, deliveryOption }: AgendaEntry): string {
  const delivered = deliveryOption === 'delivery'
  if (appointment.what === 'hand-over') {
    if (side === 'owner') return `${delivered ? 'Deliver to' : 'Hand over to'} ${partnerName}`
    return delivered ? `${partnerName} delivers it` : `Pick up from ${partnerName}`
  }
  return side === 'owner' ? `Due back from ${partnerName}` : `Return to ${partnerName}`
}
