import {
  BOOKING_HORIZON_DAYS,
  addDays,
  type Day,
  dayInManila,
  formatDay,
  type FreeStarts,
  freeStartsNear,
  isDay,
  overlaps,
  type Period,
  periodOf,
} from '../period.ts'
import { type Blocks, decideRequest } from '../block/block.ts'
import type { ListingStatus } from '../listing/listing.ts'
import type { DurationDays } from '../pricing/pricing.ts'
import { refuse, type Refusal, type Verdict } from '../verdict.ts'

export const orderStatuses = ['awaiting_payment', 'confirmed', 'expired', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const paymentMethods = ['cash_on_delivery', 'online'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** How a payment method is named on receipts. */
export function paymentMethodText(method: PaymentMethod): string {
  return method === 'cash_on_delivery' ? 'Cash on Delivery' : 'Card or e-wallet'
}

/** An order's state in words. */
export function orderStatusText(status: OrderStatus): string {
  return {
    awaiting_payment: 'Awaiting payment',
    confirmed: 'Confirmed',
    expired: 'Expired',
    cancelled: 'Cancelled',
  }[status]
}

/** A renter's Cash on Delivery rentals that one owner has not answered yet, at most. */
export const MAX_PENDING_COD_PER_OWNER = 20
/** The same over all owners, and while the renter's email is not confirmed. */
export const MAX_PENDING_COD = 20
export const MAX_PENDING_COD_UNCONFIRMED = 5

/** A Cash on Delivery order's number: `cod-` and the milliseconds since 1970. */
export function codOrderNumber(milliseconds: number): string {
  return `cod-${milliseconds}`
}

export const startDateRequired = 'Please select a rental start date.'
export const startDateUnreadable = 'Please enter a date that exists, such as 2026-12-24.'

/** The first and the last day on which a rental may start. */
export type StartWindow = { from: Day; until: Day }

/** From today in Manila until a year ahead. */
export function startWindow(now: Date): StartWindow {
  const from = dayInManila(now)
  return { from, until: addDays(from, BOOKING_HORIZON_DAYS) }
}

/** Checks a start date: present, a day that exists, not before today in Manila, at most a year ahead. */
export function decideStartDate(startDate: string, now: Date): Verdict<{ startDate: Day }> {
  const { from, until } = startWindow(now)
  if (startDate === '') return refuse('start-date', startDateRequired)
  if (!isDay(startDate)) return refuse('start-date', startDateUnreadable)
  if (startDate < from) return refuse('start-date', 'The start date cannot be earlier than today.')
  if (startDate > until) return refuse('start-date', `The start date can be until ${formatDay(until)}.`)
  return { ok: true, startDate }
}

/**
 * The free start days nearest to one that was refused, for a rental of so many days. Beside no day at all it is the
 * first.
 */
export function offerStarts(
  taken: readonly Period[],
  { startDate, durationDays }: Wish,
  window: StartWindow,
): FreeStarts {
  const wished = isDay(startDate) ? startDate : addDays(window.from, -1)
  return freeStartsNear(taken, durationDays, wished, window)
}

export type RentableListing = {
  ownerId: string
  ownerName: string
  title: string
  status: ListingStatus
  archivedAt: Date | null
  pausedAt: Date | null
  takenDownAt: Date | null
  ownerSuspended: boolean
  pricePerDayCentavos: number
  takenPeriods: readonly Period[]
  /** Whether its owner and the one who wants it have blocked each other. */
  blocks: Blocks
}

export type Wish = { startDate: Day; durationDays: DurationDays }

/**
 * Whether a listing can be rented for these days by this person. Refusals: `own` (it is theirs), `gone` (no longer
 * public), `paused` (by its owner), `blocked` (one of the two by the other), `rented` (out, and not bookable
 * meanwhile), `start-date`, `dates-taken`.
 */
export function decideRental(
  listing: RentableListing,
  wish: Wish,
  renterId: string,
  now: Date,
): Verdict<{ period: Period }> {
  if (listing.ownerId === renterId) return refuse('own', 'You cannot rent your own item.')
  const gone = listing.archivedAt || listing.takenDownAt || listing.ownerSuspended
  if (gone || listing.status === 'available' || listing.status === 'rejected')
    return refuse('gone', 'This item is no longer listed.')
  if (listing.pausedAt) return refuse('paused', 'Its owner has paused this item for now.')
  const request = decideRequest(listing.blocks, listing)
  if (!request.ok) return request
  if (listing.status === 'unavailable') return refuse('rented', 'This item is rented out at the moment.')
  const start = decideStartDate(wish.startDate, now)
  if (!start.ok) return start
  const period = periodOf(wish.startDate, wish.durationDays)
  if (listing.takenPeriods.some((taken) => overlaps(taken, period))) return datesTaken()
  return { ok: true, period }
}

/** What is said when the dates went to someone else, by the rule or by the database. */
export function datesTaken(): Refusal {
  return refuse('dates-taken', 'These dates are already taken. Please choose another start date.')
}

/** Whether the price is still the one the renter saw. */
export function decidePrice(
  listing: { pricePerDayCentavos: number },
  seenPricePerDayCentavos: number,
): Verdict {
  if (listing.pricePerDayCentavos === seenPricePerDayCentavos) return { ok: true }
  return refuse('price-changed', 'The price of this item has changed.')
}
