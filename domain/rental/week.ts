import { addDays, type Day, daysOf, lastDay, type Period } from '../period.ts'

/** How many days a week at a glance shows, today first. */
const WEEK_DAYS = 7

/** A rental that is to be handed over (Approved) or is with its renter (Active). */
export type WeekRental = { id: string; status: 'Approved' | 'Active'; period: Period }

export type WeekDay<R extends WeekRental> = {
  day: Day
  /** Handed over and brought back on this day, as planned; what is with a renter all day. */
  goesOut: R[]
  comesBack: R[]
  isOut: R[]
}

/** The days of the week that begins `today`. */
export const weekFrom = (today: Day): Period => ({ start: today, end: addDays(today, WEEK_DAYS) })

/**
 * An owner's week: for each day what goes out, comes back and is out, and what is late: due back before today, or to
 * be handed over before today.
 *
 * ### Example
 * A tent is rented from Monday for three days. On Monday it goes out, on Tuesday it is out, on Wednesday it comes
 * back. When it is still out on Thursday, it is late.
 */
export function weekOf<R extends WeekRental>(
  rentals: readonly R[],
  today: Day,
): { days: WeekDay<R>[]; late: R[] } {
  const isLate = ({ status, period }: R) => (status === 'Active' ? period.end <= today : period.start < today)
  const planned = rentals.filter((rental) => !isLate(rental))
  const days = daysOf(weekFrom(today)).map((day) => ({
    day,
    goesOut: planned.filter(({ status, period }) => status === 'Approved' && period.start === day),
    comesBack: planned.filter(({ period }) => lastDay(period) === day),
    isOut: planned.filter(
      ({ status, period }) => day < lastDay(period) && (status === 'Active' || day > period.start),
    ),
  }))
  return { days, late: rentals.filter(isLate) }
}
