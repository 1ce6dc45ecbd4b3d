import { addDays, type Day, dayInManila, hourInManila, type Period } from '../period.ts'
import type { RentalStatus } from '../status.ts'
import type { LifecycleFacts } from './lifecycle-facts.ts'

/** The hour in Manila, on the evening before a rental’s first day, from which its renter is notified of that. */
export const DAY_BEFORE_HOUR = 20

/** A rental as the rules about an item that is not back see it. */
export type Next = { status: RentalStatus; period: Period } & Pick<
  LifecycleFacts,
  'awaitedEnd' | 'isItemLost'
>

/**
 * Whether the item is out with a rental before this one: `outEnd` is the day after the last planned day of the rental
 * with which it is out, or null. Rentals that hold their days share none, so a later one ends after this one starts.
 */
export const isOutBefore = ({ start }: Period, outEnd: Day | null): boolean =>
  outEnd !== null && outEnd <= start

/**
 * Whether a rental waits for an item that should be back: it is out with the renter before although that rental's last
 * day is over, or it is 20:00 of that day or later; and this rental begins tomorrow at the latest. If the item was
 * never returned, the rental waits whenever it begins.
 */
export function waitsForReturn({ status, period, awaitedEnd, isItemLost }: Next, now: Date): boolean {
  if (status !== 'Pending' && status !== 'Approved') return false
  if (isItemLost) return true
  if (awaitedEnd === null || !isOutBefore(period, awaitedEnd)) return false
  const tomorrow = addDays(dayInManila(now), 1)
  const isLate = awaitedEnd < tomorrow || (awaitedEnd === tomorrow && hourInManila(now) >= DAY_BEFORE_HOUR)
  return isLate && period.start <= tomorrow
}

/** The message when an item would be with two renters at once. */
export const notYetReturned =
  'This item is still out with another renter. Mark that rental as returned first.'

/**
 * Why an item can’t be handed over while another rental of it is Active; null while none is. `withAnother` is the
 * message when another renter has it.
 */
export function whyStillOut(rental: LifecycleFacts, withAnother = notYetReturned): string | null {
  const { outEnd, isOutToRenter, isOtherHandoverContested, renterHasOrLostIt } = rental
  if (outEnd === null) return null
  if (isOtherHandoverContested) return 'It is not free yet because of a disagreement about the rental before.'
  if (!isOutToRenter) return withAnother
  const where = renterHasOrLostIt ? 'still has it' : 'says that it is back'
  return `The renter ${where} from another rental. Mark that one as returned first.`
}

/** Why a return can’t be undone while another rental of the item is Active; null while none is. */
export const whyOutAgain = ({ outEnd, isOutToRenter }: LifecycleFacts): string | null => {
  if (outEnd === null) return null
  return isOutToRenter
    ? 'The renter has this item from another rental. Mark that one as returned first.'
    : notYetReturned
}
