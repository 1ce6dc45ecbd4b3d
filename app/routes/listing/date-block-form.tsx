import { useState } from 'react'
import { type FormProblem, typedIn } from '#domain/form.ts'
import { addDays, type Day, isDay, type Period } from '#domain/period.ts'
import type { HeldDays } from '#server/listing/queries.ts'
import { CalendarDisclosure } from '#app/ui/calendar-disclosure.tsx'
import { IntentForm } from '#app/ui/intent-form.tsx'
import { Field } from '#app/ui/primitives/field.tsx'

type Props = HeldDays & { from: Day; until: Day; problem: FormProblem | undefined }

const periodsOf = (days: readonly { period: Period }[]) => days.map(({ period }) => period)
const taken = (word: string, days: readonly { period: Period }[]) =>
  ({ word, look: 'taken', periods: periodsOf(days), closed: true }) as const

/** The first and the last day to block, typed or chosen one after the other in the calendar. */
export function DateBlockForm({ rentals, blocks, holds, from, until, problem }: Props) {
  const typed = (name: string) => typedIn(problem, name) ?? ''
  const [first, setFirst] = useState(typed('firstDay'))
  const [last, setLast] = useState(typed('lastDay'))
  // The first chosen day is the first day; the next one, unless it is earlier, is the last day.
  const [awaitsLast, setAwaitsLast] = useState(false)

  const choose = (day: Day) => {
    const ends = awaitsLast && first !== '' && day >= first
    if (!ends) setFirst(day)
    setLast(day)
    setAwaitsLast(!ends)
  }
  const whole = isDay(first) && isDay(last) && first <= last
  return (
    <section aria-labelledby="block-heading">
      <h2 id="block-heading" className="text-xl">
        Block days
      </h2>
      <p className="mt-1 text-muted">Nobody can rent it on these days. Rentals you have already go on.</p>
      <IntentForm intent="block" problem={problem} button="Block these days" busyText="Blocking...">
        {() => (
          <>
            <div className="grid items-start gap-5 sm:grid-cols-2">
              <Field
                label="First day"
                name="firstDay"
                type="date"
                required
                min={from}
                max={until}
                value={first}
                onChange={(event) => setFirst(event.currentTarget.value)}
                error={problem?.errors.firstDay}
              />
              <Field
                label="Last day"
                name="lastDay"
                type="date"
                required
                min={isDay(first) ? first : from}
                max={until}
                value={last}
                onChange={(event) => setLast(event.currentTarget.value)}
                error={problem?.errors.lastDay}
              />
            </div>
            <CalendarDisclosure
              startsOpen
              label="Days to block"
              from={from}
              until={until}
              months={2}
              chosen={whole ? { start: first, end: addDays(last, 1) } : null}
              chosenWord="To be blocked"
              marks={[
                taken('Rented', rentals),
                ...(holds.length > 0 ? [taken('Held', holds)] : []),
                { word: 'Blocked', look: 'blocked', periods: periodsOf(blocks), closed: false },
              ]}
              onChoose={choose}
            />
          </>
        )}
      </IntentForm>
    </section>
  )
}
