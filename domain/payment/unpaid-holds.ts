import { HOLD_MINUTES } from './payment.ts'
import { DAY_MS, MINUTE_MS } from '../time.ts'

/** With unpaid orders that held the same days for this long within 24 hours, a renter can't order them online. */
const MOST_UNPAID_MS = 2 * HOLD_MINUTES * MINUTE_MS

/** Days of a cart line that an unpaid order of the renter held: for how long, in milliseconds, and until when. */
export type UnpaidHold = { listingId: string; heldMs: number; endedAt: number }

/**
 * Until when a renter can't order a cart online, because in the last 24 hours unpaid orders of theirs held days of one
 * line for an hour in all; null when they can. `endedAt` is in milliseconds since 1970.
 * ### Example Two orders that expired at 10:00 and 10:40, each after 30 minutes: until 10:00 of the next day.
 */
export function noOnlineUntil(holds: readonly UnpaidHold[], now: Date): Date | null {
  const ends = Object.values(Object.groupBy(holds, ({ listingId }) => listingId)).map((ofLine = []) => {
    let heldMs = 0
    const newestFirst = ofLine.toSorted((a, b) => b.endedAt - a.endedAt)
    return newestFirst.find((hold) => (heldMs += hold.heldMs) >= MOST_UNPAID_MS)?.endedAt ?? 0
  })
  const until = Math.max(...ends) + DAY_MS
  return until > now.getTime() ? new Date(until) : null
}
