import type { Centavos } from '../money.ts'
import { MAX_LATE_DAYS } from '../rental-limits.ts'
import { addDays, dayInManila, type Day, type Period, startOfDay } from '../period.ts'
import type { RentalStatus } from '../status.ts'
import { DAY_MS, hoursAfter } from '../time.ts'
import { type BroughtBack, saidBack } from './possession.ts'

/** What of a late fee the owner waived: an amount, or all of it, however long it takes. */
export type Waived = Centavos | 'all'

export type LateTerms = {
  period: Period
  pricePerDayCentavos: Centavos
  waived?: Waived
  /** The renter’s objection to the hand-over stands, so that nothing is late. */
  isHandoverInDoubt?: boolean
}

export type LateFee = {
  /** How many days count, 0 to 7. */
  days: number
  /** What they cost, and what of that is left after the owner waived some. */
  fullCentavos: Centavos
  centavos: Centavos
  /** When the next day counts; null when no other does. */
  nextAt: Date | null
}

/** How many hours after the last day a return costs nothing. */
const GRACE_HOURS = 12

/** The instant from which the `day`th late day counts: 12:00 in Manila, first of the day after the last day. */
function noonOf(period: Period, day: number): Date {
  return hoursAfter(startOfDay(addDays(period.end, day - 1)), GRACE_HOURS)
}

/** Until when a return costs nothing: 12:00 of the day after the last day. */
export const graceEnd = (period: Period): Date => noonOf(period, 1)

/** The latest `period.end` of a rental whose grace is over at an instant. */
export const latestEndPastGrace = (at: Date): Day => dayInManila(hoursAfter(at, -GRACE_HOURS))

/** From when an item counts as not returned: 12:00 of the seventh day after the last day. */
export const notReturnedAt = (period: Period): Date => noonOf(period, MAX_LATE_DAYS)

/** Whether an item that is still out at an instant is late: it was handed over, and its last day is over. */
export const isLate = (
  { period, isHandoverInDoubt }: Pick<LateTerms, 'period' | 'isHandoverInDoubt'>,
  at: Date,
): boolean => !isHandoverInDoubt && dayInManila(at) >= period.end

/** The latest `period.end` of an Active rental whose item counts as not returned from 12:00 of `today` on. */
export const latestEndNotReturned = (today: Day): Day => addDays(today, 1 - MAX_LATE_DAYS)

/**
 * The late fee of a rental whose item came back at `at`, or is still out then. Every day on which it was out after
 * 12:00, from the day after its last day on, costs the price of a day, at most seven. None counts while an objection
 * to the hand-over stands.
 * ### Example Due on November 23 at ₱333.33 a day: back on the 24th at 11:59 nothing, at 12:01 ₱333.33, and on the
 * 26th at 15:00 three days, ₱999.99.
 */
export function lateFee(terms: LateTerms, at: Date): LateFee {
  const { period, pricePerDayCentavos, waived = 0, isHandoverInDoubt = false } = terms
  const since = at.getTime() - graceEnd(period).getTime()
  const days = isHandoverInDoubt ? 0 : Math.min(MAX_LATE_DAYS, Math.max(0, Math.ceil(since / DAY_MS)))
  const fullCentavos = days * pricePerDayCentavos
  return {
    days,
    fullCentavos,
    centavos: waived === 'all' ? 0 : Math.max(0, fullCentavos - waived),
    nextAt: !isHandoverInDoubt && days < MAX_LATE_DAYS ? noonOf(period, days + 1) : null,
  }
}

/**
 * The late fee of a rental that is out, so far: until now, or until its renter said that it is back, as long as its
 * owner does not object.
 */
export function lateFeeSoFar(rental: LateTerms & BroughtBack, now: Date): LateFee {
  return saidBack(rental) ? { ...lateFee(rental, rental.broughtBackAt!), nextAt: null } : lateFee(rental, now)
}

/**
 * Whether an item counts as not returned at an instant: it is out, seven days late, and its renter does not say that
 * it is back.
 */
export function countsAsNotReturned(
  rental: LateTerms & BroughtBack & { status: RentalStatus },
  at: Date,
): boolean {
  return rental.status === 'Active' && !saidBack(rental) && lateFee(rental, at).days === MAX_LATE_DAYS
}
