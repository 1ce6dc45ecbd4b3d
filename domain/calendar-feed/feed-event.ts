import { addDays, type Day, lastDay, type Period } from '../period.ts'
import type { DeliveryOption } from '../pricing/pricing.ts'
import type { RentalStatus } from '../status.ts'
import type { Side } from '../side.ts'

/** How far back and ahead a calendar feed reaches, in days. */
const FEED_DAYS = { back: 30, ahead: 365 } as const
/** How long a rental that does not take place is still in the feed, so that calendar programs remove it. */
export const CANCELLED_DAYS = 14
/** How long a calendar program should wait before it reads the feed again. */
export const FEED_HOURS = 6

/** A rental as one of its two people has it in their calendar; `partner` is the other one's first name. */
export type FeedRental = {
  id: string
  side: Side
  title: string
  partner: string
  status: RentalStatus
  period: Period
  /** The day on which the item came back; null while it has not. */
  returnedOn: Day | null
  deliveryOption: DeliveryOption
}

/** An all-day event of a calendar feed. */
export type FeedEvent = {
  /** Stays the same for the life of the rental, whatever changes. */
  key: string
  /** In words without an address, an amount or a last name: calendars are shared and shown on lock screens. */
  summary: string
  day: Day
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
}

/** The days whose rentals are in the feed that is read on `today`. */
export function feedSpan(today: Day): Period {
  return { start: addDays(today, -FEED_DAYS.back), end: addDays(today, FEED_DAYS.ahead) }
}

/**
 * The hand-over and the return of a rental as events of a calendar. A request that is not answered is tentative; a
 * return that happened is on its own day.
 *
 * ### Example
 * Ana rents a tent from Ben from November 21 for three days. In Ben's calendar `Hand over: Tent (Ana)` is on the 21st
 * and `Return: Tent (Ana)` on the 23rd.
 */
export function feedEvents(rental: FeedRental): FeedEvent[] {
  const { id, period, status: now } = rental
  const status =
    now === 'Pending' ? 'TENTATIVE' : now === 'Rejected' || now === 'Cancelled' ? 'CANCELLED' : 'CONFIRMED'
  const of = (what: string) => `${what}: ${rental.title} (${rental.partner})`
  return [
    { key: `rental-${id}-handover`, summary: of(handOver(rental)), day: period.start, status },
    {
      key: `rental-${id}-return`,
      summary: of(rental.side === 'owner' ? 'Return' : 'Bring back'),
      day: rental.returnedOn ?? lastDay(period),
      status,
    },
  ]
}

function handOver({ side, deliveryOption }: FeedRental): string {
  const delivered = deliveryOption === 'delivery'
  if (side === 'owner') return delivered ? 'Deliver' : 'Hand over'
  return delivered ? 'Delivery' : 'Pick up'
}
