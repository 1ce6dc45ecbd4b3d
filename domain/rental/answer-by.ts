import { addDays, type Period, startOfDay } from '../period.ts'
import { earliest, hoursAfter } from '../time.ts'

/**
 * The owner's deadline for answering a request: `hours` after it was made, and never after the end of its start date
 * in Manila.
 * ### Example Asked on November 20 at noon for the 21st, with 48 hours: until midnight after the 21st, 36 hours later.
 */
export function requestAnswerBy(askedAt: Date, period: Period, hours: number): Date {
  return earliest(hoursAfter(askedAt, hours), startOfDay(addDays(period.start, 1)))
}
