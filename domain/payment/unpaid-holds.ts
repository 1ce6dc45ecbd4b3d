import { HOLD_MINUTES } from './payment.ts'
import { DAY_MS, MINUTE_MS } from '../time.ts'

/** With unpaid orders that held the same days for this long within 24 hours, a renter can't order them online. */
const MOST_UNPAID_MS = 2 * HOLD_MINUTES * MINUTE_MS

/** A thing of a cart that an unpaid order of the renter held: for how long, in milliseconds, and until when. */
export type UnpaidHold = { listingId: string; heldMs: number; endedAt: number }

/**
 * Which thing of a cart a renter can't order online, and until when, because in the last 24 hours unpaid orders of
 * theirs held it for an hour in all; null when they can order the cart. `endedAt` is in milliseconds since 1970.
 * ### Example Two orders that expired at 10:00 and 10:40, each after 30 minutes: until 10:00 of the next day.
 */
export function heldUnpaid(
  holds: readonly UnpaidHold[],
  now: Date,
): { listingId: string; until: Date } | null {
  const heldMs = new Map<string, number>()
  const newestFirst = holds.toSorted((a, b) => b.endedAt - a.endedAt)
  const last = newestFirst.find((hold) => {
    const sum = (heldMs.get(hold.listingId) ?? 0) + hold.heldMs
    heldMs.set(hold.listingId, sum)
    return sum >= MOST_UNPAID_MS
  })
  if (!last || last.endedAt + DAY_MS <= now.getTime()) return null
  return { listingId: last.listingId, until: new Date(last.endedAt + DAY_MS) }
}
