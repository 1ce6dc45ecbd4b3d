/** Figures of an owner are shown from this many cases on: before, one slip would say too much. */
const LEAST_CASES = 5
/** How many days back the answers and the kept promises of an owner count. */
export const ANSWER_DAYS = 90
export const PROMISE_DAYS = 365

/** How an owner answered requests and kept what they promised, counted from what happened. */
export type OwnerRecord = {
  /** Of the last 90 days: how many were asked and answered or expired, and the median hours until an answer. */
  asked: number
  medianHours: number | null
  /** Of the last 365 days: requests that the owner approved, and all that they approved, rejected or let expire. */
  approved: number
  decided: number
  /**
   * Approved rentals that the owner called off or whose first day has come and that nobody else ended before the
   * hand-over, none with a first day over 365 days ago; and those that the owner called off.
   */
  promised: number
  calledOff: number
}

const answerHours = [1, 3, 6, 12, 24, 48] as const

/** The hours within which an owner usually answers, rounded up to a round number; null when nothing was answered. */
function usualHours({ asked, medianHours }: OwnerRecord): number | null {
  if (asked < LEAST_CASES || medianHours === null) return null
  return answerHours.find((hours) => medianHours <= hours) ?? answerHours.at(-1)!
}

/**
 * What everybody may know of how reliable an owner is, a sentence each; none while there are fewer than five cases.
 *
 * ### Example
 * Nine requests answered, the middle one after 4 hours and 10 minutes, eight of ten approved, twelve rentals promised
 * and one called off: `Usually answers within 6 hours`, `Accepts 80% of requests`, `Cancelled 1 of 12 rentals`.
 */
export function reliabilityTexts(record: OwnerRecord): string[] {
  const { approved, decided, promised, calledOff } = record
  const hours = usualHours(record)
  return [
    ...(hours === null ? [] : [`Usually answers within ${hours === 1 ? 'an hour' : `${hours} hours`}`]),
    ...(decided < LEAST_CASES ? [] : [`Accepts ${Math.floor((approved * 100) / decided)}% of requests`]),
    ...(promised < LEAST_CASES
      ? []
      : [
          calledOff === 0
            ? 'Has never cancelled on a renter'
            : `Cancelled ${calledOff} of ${promised} rentals`,
        ]),
  ]
}
