import { offerStarts } from '#domain/order/order.ts'
import { type Day, formatDay, formatPeriod, isDay, overlaps, type Period, periodOf } from '#domain/period.ts'
import { daysText, type DurationDays } from '#domain/pricing/pricing.ts'
import { CalendarDisclosure } from '#app/ui/calendar-disclosure.tsx'
import { Link } from '#app/ui/link.tsx'
import { Field } from '#app/ui/primitives/field.tsx'

type Props = {
  taken: Period[]
  today: Day
  until: Day
  firstFree: Day
  start: string
  days: DurationDays
  /** The server's refusal of the start day. */
  refusal: string | undefined
  /** The page with another start day chosen, for browsers without scripts. */
  hrefOf: (start: Day) => string
  onChange: (start: Day) => void
}

/** The start day: a date field, a calendar, and, beside a day that is not free, the nearest free days. */
export function StartDateField({
  taken,
  today,
  until,
  firstFree,
  start,
  days,
  refusal,
  hrefOf,
  onChange,
}: Props) {
  const chosen = isDay(start) ? periodOf(start, days) : null
  const clash = chosen && taken.find((period) => overlaps(period, chosen))
  const error = clash ? `Taken: ${formatPeriod(clash)}. Please choose another start date.` : refusal
  const { before, after } = offerStarts(
    taken,
    { startDate: start, durationDays: days },
    { from: today, until },
  )
  return (
    <div className="grid gap-4">
      <Field
        label="Start date"
        name="startDate"
        type="date"
        required
        min={today}
        max={until}
        value={start}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        hint={firstFree === today ? undefined : `Free from ${formatDay(firstFree)}`}
      />
      {error && (before || after) ? (
        <div className="rounded-lg bg-sunken px-4 py-3">
          <p className="font-semibold">Nearest free start for {daysText(days)}</p>
          <ul className="mt-2 flex flex-wrap gap-2">
            {[before, after].map((day) =>
              day ? (
                <li key={day}>
                  <Link
                    to={hrefOf(day)}
                    preventScrollReset
                    onClick={(event) => {
                      event.preventDefault()
                      onChange(day)
                    }}
                    className={
                      'flex min-h-11 items-center rounded-full border border-line-strong bg-card ' +
                      'px-4 font-semibold hover:border-ink'
                    }
                  >
                    {formatDay(day)}
                  </Link>
                </li>
              ) : null,
            )}
          </ul>
        </div>
      ) : null}
      <p role="status" className="text-muted empty:hidden">
        {chosen && !error ? `Your days: ${formatPeriod(chosen)}` : ''}
      </p>
      <CalendarDisclosure
        label="Choose a start date"
        from={today}
        until={until}
        chosen={chosen}
        chosenWord="Your days"
        marks={[{ word: 'Taken', look: 'taken', periods: taken, closed: true }]}
        onChoose={onChange}
      />
      <TakenPeriods taken={taken} />
    </div>
  )
}

function TakenPeriods({ taken }: { taken: Period[] }) {
  if (taken.length === 0) return <p className="text-muted">All dates are free.</p>
  return (
    <div>
      <h2 className="text-base font-semibold">Already taken</h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {taken.map((period) => (
          <li key={period.start} className="rounded-full bg-sunken px-3 py-1 text-sm tabular-nums">
            {formatPeriod(period)}
          </li>
        ))}
      </ul>
    </div>
  )
}
