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
import { dayUnreadable } from '../day-field.ts'
import { type PersonBlocks, decideRentalRequest } from '../person-block/person-block.ts'
import { type ListingStatus, WAITING_FOR_REVIEW } from '../listing/listing.ts'
import { type Centavos, formatPeso } from '../money.ts'
import type { DurationDays } from '../pricing/pricing.ts'
import type { CancellationPolicy } from '../refund/cancellation.ts'
import type { OrderStatus, PaymentMethod } from '../status.ts'
import { refuse, type Refusal, type Verdict } from '../verdict.ts'

/** A payment method's name on receipts. */
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

/** The most that an order may cost: the most that the provider takes in one payment. */
export const MAX_ORDER_CENTAVOS: Centavos = 999_999_999

/** Whether an order may cost this much. Refusal: `amount`. */
export function decideTotal(total: Centavos): Verdict {
  if (total <= MAX_ORDER_CENTAVOS) return { ok: true }
  return refuse('amount', `One order can be at most ${formatPeso(MAX_ORDER_CENTAVOS)}. Please split it.`)
}

/** A Cash on Delivery order's number: `cod-` and the milliseconds since 1970. */
export function codOrderNumber(milliseconds: number): string {
  return `cod-${milliseconds}`
}

export const startDateRequired = 'Please select a rental start date.'

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
  if (!isDay(startDate)) return refuse('start-date', dayUnreadable)
  if (startDate < from) return refuse('start-date', 'The start date cannot be earlier than today.')
  if (startDate > until) return refuse('start-date', `The start date can be until ${formatDay(until)}.`)
  return { ok: true, startDate }
}

/**
 * The free start days nearest to a refused one, for a rental of this many days. Without any start day given it is the
 * first free day.
 */
export function offerStarts(
  taken: readonly Period[],
  { startDate, durationDays }: RentalRequest,
  window: StartWindow,
): FreeStarts {
  const requested = isDay(startDate) ? startDate : addDays(window.from, -1)
  return freeStartsNear(taken, durationDays, requested, window)
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
  /** Whether the owner and the renter have blocked each other. */
  personBlocks: PersonBlocks
}

export type RentalRequest = { startDate: Day; durationDays: DurationDays }

/**
 * Whether a person can rent a listing for these days. Refusals: `own` (it is theirs), `gone` (no longer public),
 * `paused` (by its owner), `blocked` (one of the two blocked the other), `rented` (a renter has it, and it can't be
 * booked meanwhile), `start-date`, `dates-taken`.
 */
export function decideRental(
  listing: RentableListing,
  choice: RentalRequest,
  renterId: string,
  now: Date,
): Verdict<{ period: Period }> {
  if (listing.ownerId === renterId) return refuse('own', 'You cannot rent your own item.')
  const isUnlisted = listing.archivedAt || listing.takenDownAt || listing.ownerSuspended
  if (isUnlisted || listing.status === WAITING_FOR_REVIEW || listing.status === 'rejected')
    return refuse('gone', 'This item is no longer listed.')
  if (listing.pausedAt) return refuse('paused', 'Its owner has paused this item for now.')
  const request = decideRentalRequest(listing.personBlocks, listing)
  if (!request.ok) return request
  if (listing.status === 'unavailable') return refuse('rented', 'This item is rented out at the moment.')
  const start = decideStartDate(choice.startDate, now)
  if (!start.ok) return start
  const period = periodOf(choice.startDate, choice.durationDays)
  if (listing.takenPeriods.some((taken) => overlaps(taken, period))) return datesTaken()
  return { ok: true, period }
}

/** The refusal when someone else has the dates, found by the rule or by the database. */
export function datesTaken(): Refusal {
  return refuse('dates-taken', 'These dates are already taken. Please choose another start date.')
}

/** What a renter agrees to with a listing. */
export type ListingTerms = {
  pricePerDayCentavos: Centavos
  depositCentavos: Centavos
  cancellationPolicy: CancellationPolicy
}
/** The terms that the renter saw last. Null: it was not stored, so it is not compared. */
export type SeenTerms = {
  seenPricePerDayCentavos: Centavos
  seenDepositCentavos: Centavos | null
  seenPolicy: CancellationPolicy | null
}

/** Which of a listing's terms differ from those that the renter saw, for better or worse. */
export function changedTerms(listing: ListingTerms, seen: SeenTerms) {
  return {
    price: listing.pricePerDayCentavos !== seen.seenPricePerDayCentavos,
    deposit: listing.depositCentavos !== (seen.seenDepositCentavos ?? listing.depositCentavos),
    policy: listing.cancellationPolicy !== (seen.seenPolicy ?? listing.cancellationPolicy),
  }
}

const and = new Intl.ListFormat('en-PH')

/** Whether a listing's terms are still those the renter saw. Refusal: `terms-changed`, whose message names them. */
export function decideTerms(listing: ListingTerms, seen: SeenTerms, what = 'changed'): Verdict {
  const changed = changedTerms(listing, seen)
  const names = [
    ...(changed.price ? ['price'] : []),
    ...(changed.deposit ? ['deposit'] : []),
    ...(changed.policy ? ['cancellation policy'] : []),
  ]
  if (names.length === 0) return { ok: true }
  const have = names.length === 1 ? 'has' : 'have'
  return refuse('terms-changed', `The ${and.format(names)} of this item ${have} ${what}.`)
}

/** What an order without rentals pays for: a change or a debt of a rental. */
export const orderPartTexts = { change: 'Change of days', debt: 'Amount owed' } as const
