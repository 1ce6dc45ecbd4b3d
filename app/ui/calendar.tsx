import { useState } from 'react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker, type Matcher } from 'react-day-picker'
import { addDays, type Day, formatPeriod, lastDay, overlaps, type Period, periodOf } from '#domain/period.ts'
import { cx } from './primitives/cx.ts'

export type CalendarMark = {
  /** The text for its days, below the months and for screen readers. */
  word: string
  look: 'taken' | 'blocked'
  periods: readonly Period[]
  /** Whether its days can't be chosen. */
  closed: boolean
}

type CalendarProps = {
  label: string
  from: Day
  until: Day
  chosen: Period | null
  chosenWord: string
  marks: readonly CalendarMark[]
  months?: 1 | 2
  onChoose: (day: Day) => void
}

/** Months to choose a day from. Each day has a text for what its look shows. Loaded on use. */
export default function Calendar({
  label,
  from,
  until,
  chosen,
  chosenWord,
  marks,
  months = 1,
  onChoose,
}: CalendarProps) {
  const start = chosen?.start ?? null
  const inSight = (day: Day) => (day < from ? from : day > until ? until : day)
  const [month, setMonth] = useState({ of: start, first: dateOf(inSight(start ?? from)) })
  if (month.of !== start) setMonth({ of: start, first: start ? dateOf(inSight(start)) : month.first })

  const modifiers: Record<string, Matcher[]> = {
    chosen: chosen ? [rangeOf(chosen)] : [],
    chosenFirst: chosen ? [dateOf(chosen.start)] : [],
    chosenLast: chosen ? [dateOf(lastDay(chosen))] : [],
    past: [{ before: dateOf(from) }],
    ...Object.fromEntries(marks.map((mark) => [mark.word, mark.periods.map(rangeOf)])),
  }
  const clash = chosen && marks.some((mark) => mark.closed && mark.periods.some((p) => overlaps(p, chosen)))
  const closed = marks.filter((mark) => mark.closed).flatMap((mark) => mark.periods.map(rangeOf))
  return (
    <div className="rounded-xl border border-line bg-card p-3 sm:p-4">
      <DayPicker
        mode="single"
        required
        selected={start ? dateOf(start) : undefined}
        onSelect={(date) => onChoose(dayOf(date))}
        month={month.first}
        onMonthChange={(first) => setMonth({ of: start, first })}
        startMonth={dateOf(from)}
        endMonth={dateOf(until)}
        today={dateOf(from)}
        numberOfMonths={months}
        navLayout="around"
        weekStartsOn={0}
        aria-label={label}
        disabled={[{ before: dateOf(from) }, { after: dateOf(until) }, ...closed]}
        modifiers={modifiers}
        modifiersClassNames={{
          chosen: clash ? clashLook : chosenLook,
          past: 'opacity-50',
          chosenFirst: 'rounded-l-full',
          chosenLast: 'rounded-r-full',
          ...Object.fromEntries(marks.map((mark) => [mark.word, looks[mark.look]])),
        }}
        labels={{
          labelDayButton: (date, flags) =>
            [
              formatPeriod(periodOf(dayOf(date), 1)),
              flags.today ? 'today' : '',
              flags.chosen ? chosenWord.toLowerCase() : '',
              ...marks.map((mark) => (flags[mark.word] ? mark.word.toLowerCase() : '')),
            ]
              .filter(Boolean)
              .join(', '),
        }}
        classNames={calendarLook(months)}
        components={{
          Chevron: ({ orientation }) => {
            const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
            return <Icon aria-hidden="true" className="size-5" />
          },
        }}
      />
      <Legend marks={marks} chosenWord={chosenWord} />
    </div>
  )
}

function Legend({ marks, chosenWord }: Pick<CalendarProps, 'marks' | 'chosenWord'>) {
  const swatch = 'inline-block size-5 rounded-md border border-line-strong'
  return (
    <ul aria-hidden="true" className="mt-3 flex flex-wrap gap-x-5 gap-y-1.5 text-sm text-muted">
      <li className="flex items-center gap-2">
        <span className={cx(swatch, 'marking border-accent bg-accent')} />
        {chosenWord}
      </li>
      {marks.map((mark) => (
        <li key={mark.word} className="flex items-center gap-2">
          <span className={cx(swatch, mark.look === 'taken' ? 'hatched' : 'bg-warning-soft')} />
          {mark.word}
        </li>
      ))}
    </ul>
  )
}

const chosenLook = 'marking bg-accent text-on-accent font-bold hover:[&>button]:bg-accent-hover'
const clashLook = 'bg-danger-soft font-bold text-danger'
const looks = {
  taken: 'hatched text-muted line-through decoration-2',
  blocked: 'bg-warning-soft text-warning font-semibold forced-colors:outline forced-colors:-outline-offset-1',
}

const navButton =
  'grid size-11 place-items-center rounded-full text-ink transition-colors hover:bg-sunken ' +
  'focus-visible:rounded-full ' +
  'aria-disabled:cursor-not-allowed aria-disabled:opacity-35 aria-disabled:hover:bg-transparent'

function calendarLook(months: 1 | 2) {
  return {
    months: cx('grid gap-6', months === 2 && 'lg:grid-cols-2 lg:gap-8'),
    month: 'relative grid min-w-0 grid-cols-[2.75rem_minmax(0,1fr)_2.75rem] items-center',
    month_caption: 'col-start-2 row-start-1 text-center',
    caption_label: 'font-display text-lg font-semibold',
    button_previous: cx(navButton, 'col-start-1 row-start-1'),
    button_next: cx(navButton, 'col-start-3 row-start-1'),
    month_grid: 'col-span-3 mt-2 w-full table-fixed border-separate border-spacing-x-0 border-spacing-y-1',
    weekday: 'pb-1 text-sm font-semibold text-muted',
    day: 'p-0 text-center tabular-nums',
    day_button:
      'h-11 w-full rounded-lg text-base transition-colors enabled:hover:bg-sunken focus-visible:relative ' +
      'disabled:cursor-not-allowed [text-decoration:inherit]',
    today: 'font-bold underline decoration-2 underline-offset-4',
    disabled: 'text-muted',
    outside: 'invisible',
    hidden: 'invisible',
  }
}

/** A day for the calendar: noon in the browser's time zone, so that a clock change does not move it to another day. */
const dateOf = (day: Day) => new Date(`${day}T12:00:00`)
const dayOf = (date: Date): Day =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
const rangeOf = (period: Period) => ({ from: dateOf(period.start), to: dateOf(addDays(period.end, -1)) })
