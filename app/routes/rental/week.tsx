import { ArrowDownLeft, ArrowUpRight, CircleAlert, CircleDot, type LucideIcon } from 'lucide-react'
import { type Day, formatDay } from '#domain/period.ts'
import type { WeekDay, WeekRental } from '#domain/rental/week.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import { Link } from '#app/ui/link.tsx'
import { cx } from '#app/ui/primitives/cx.ts'

type Rental = WeekRental & { title: string }
type Week = { days: WeekDay<Rental>[]; late: Rental[] }

const kinds = [
  { of: 'goesOut', says: 'goes out', Icon: ArrowUpRight, look: 'text-accent' },
  { of: 'comesBack', says: 'comes back', Icon: ArrowDownLeft, look: 'text-success' },
  { of: 'isOut', says: 'is out', Icon: CircleDot, look: 'text-muted' },
] as const

/** An owner's next seven days: what goes out, comes back and is out, and what is late. */
export function WeekAtAGlance({ week: { days, late } }: { week: Week }) {
  const isQuiet = late.length === 0 && days.every((day) => kinds.every(({ of }) => day[of].length === 0))
  if (isQuiet) return null
  return (
    <section aria-labelledby="week">
      <h2 id="week" className="text-xl">
        Your week
      </h2>
      {late.length > 0 ? (
        <ul role="list" className="mt-3 grid grid-cols-1 gap-2" aria-label="Late">
          {late.map((rental) => (
            <li key={rental.id} className="rounded-lg bg-danger-soft px-4 py-1 text-danger">
              <Entry rental={rental} says="is late" isSaid Icon={CircleAlert} look="text-danger" />
            </li>
          ))}
        </ul>
      ) : null}
      <ol
        role="list"
        className={
          'mt-3 grid overflow-hidden rounded-xl border border-line bg-card shadow-card max-xl:divide-y ' +
          'max-xl:divide-line xl:grid-cols-7 xl:divide-x xl:divide-line'
        }
      >
        {days.map((day, i) => (
          <li
            key={day.day}
            className={cx(
              'min-w-0 px-4 py-2.5 max-xl:flex max-xl:gap-4 xl:min-h-28 xl:px-2.5 xl:py-3',
              i === 0 && 'bg-accent-soft',
            )}
          >
            <DayName day={day.day} isToday={i === 0} />
            <ul role="list" className="min-w-0 grow">
              {kinds.flatMap(({ of, ...kind }) =>
                day[of].map((rental) => (
                  <li key={`${of} ${rental.id}`}>
                    <Entry rental={rental} {...kind} />
                  </li>
                )),
              )}
            </ul>
          </li>
        ))}
      </ol>
      <p aria-hidden="true" className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        {kinds.map(({ of, says, Icon, look }) => (
          <span key={of} className="inline-flex items-center gap-1.5">
            <Icon className={cx('size-4', look)} />
            {says}
          </span>
        ))}
      </p>
    </section>
  )
}

function DayName({ day, isToday }: { day: Day; isToday: boolean }) {
  const date = new Date(`${day}T00:00:00Z`)
  return (
    <p className="shrink-0 text-sm font-semibold max-xl:w-16 max-xl:py-2.5 xl:mb-1">
      <time dateTime={day}>
        <span className="sr-only">{formatDay(day)}</span>
        <span aria-hidden="true">
          {isToday ? 'Today' : weekday.format(date)} {date.getUTCDate()}
        </span>
      </time>
    </p>
  )
}

const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })

type EntryProps = {
  rental: Rental
  says: string
  /** Whether it is also said to those who see. */
  isSaid?: boolean
  Icon: LucideIcon
  look: string
}

function Entry({ rental, says, isSaid = false, Icon, look }: EntryProps) {
  return (
    <Link
      to={rentalPath(rental.id)}
      title={`${rental.title} ${says}`}
      className="flex min-h-11 min-w-0 gap-1.5 py-2.5 text-sm hover:underline xl:min-h-8 xl:py-1"
    >
      <Icon aria-hidden="true" className={cx('mt-1 size-4 shrink-0', look)} />
      <span className={cx('min-w-0', isSaid ? 'truncate' : 'line-clamp-3')}>{rental.title}</span>
      <span className={isSaid ? 'shrink-0' : 'sr-only'}>{says}</span>
    </Link>
  )
}
