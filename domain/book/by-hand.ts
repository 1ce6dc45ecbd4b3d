import { addDays, type Day, dayInManila, formatDay } from '../period.ts'
import { refuse, type Verdict } from '../verdict.ts'

/** The longest proof of a refund that was paid out by hand, in characters. */
export const MAX_PROOF = 200
/** How many days after a movement of money it may still be recorded. */
const MAX_DAYS_LATE = 366

/**
 * Whether a day is possible for a movement of money that is recorded now: not in the future, and not too long ago.
 * Refusal: `day`.
 */
export function decideMovedOn(day: Day, now: Date, from?: Day): Verdict {
  const today = dayInManila(now)
  const earliest = from ?? addDays(today, -MAX_DAYS_LATE)
  if (day > today) return refuse('day', `This day has not come yet. Today is ${formatDay(today)}.`)
  if (day < earliest) return refuse('day', `The date can be ${formatDay(earliest)} or later.`)
  return { ok: true }
}
