import { addDays, type Day, dayInManila, formatDay } from '../period.ts'
import { refuse, type Verdict } from '../verdict.ts'

/** The longest proof of a refund that was paid out by hand. */
export const MAX_PROOF = 200
/** How many days back a movement of money may be written down. */
export const MAX_DAYS_LATE = 366

/**
 * Whether money can have moved on a day that is written down now: not in the future, and not too long ago. Refusal:
 * `day`.
 */
export function decideMovedOn(day: Day, now: Date, from?: Day): Verdict {
  const today = dayInManila(now)
  const earliest = from ?? addDays(today, -MAX_DAYS_LATE)
  if (day > today) return refuse('day', `This day has not come yet. Today is ${formatDay(today)}.`)
  if (day < earliest) return refuse('day', `The date can be ${formatDay(earliest)} or later.`)
  return { ok: true }
}
