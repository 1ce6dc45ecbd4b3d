import { DAY_MS } from '../time.ts'
/** A renter with this many no-shows within `CASH_NO_SHOW_DAYS` can’t pay in cash for so many days after the last. */
const CASH_NO_SHOWS = 2
const CASH_NO_SHOW_DAYS = 90

/**
 * Until when a renter can't pay in cash, because they twice did not come within 90 days; null when they can.
 * `noShows` are the instants at which their cash rentals ended that way.
 */
export function noCashUntil(noShows: readonly Date[], now: Date): Date | null {
  const times = noShows.map((at) => at.getTime()).sort((a, b) => a - b)
  const reach = CASH_NO_SHOW_DAYS * DAY_MS
  const ends = times.flatMap((at, i) => {
    const before = times[i - CASH_NO_SHOWS + 1]
    return before !== undefined && at - before <= reach ? [at + reach] : []
  })
  const until = Math.max(...ends)
  return until > now.getTime() ? new Date(until) : null
}
