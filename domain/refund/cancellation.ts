import { addDays, type Day, dayInManila, formatDay, type Period } from '../period.ts'
import { centavosOf, type MoneyLine, type RefundLine } from '../book/money-line.ts'
import { type Centavos, percentOf, sumOf } from '../money.ts'
import { partLines, type RefundPart, refundOf, type RefundShare } from './refund.ts'

export const cancellationPolicies = ['flexible', 'moderate', 'strict'] as const
/** What a renter who cancels gets back, chosen by the owner for each listing. */
export type CancellationPolicy = (typeof cancellationPolicies)[number]

/** Cancelling a moderate or strict rental fewer than this many days before its start counts as late. */
const LATE_DAYS = 3

type Terms = {
  label: string
  /** The policy in one sentence, as listings, checkout and receipt show it. */
  text: string
  /** Per cent of the rent that is refunded: `early` until `LATE_DAYS` before the start, `late` after. */
  early: number
  late: number
}

const always = 'The service fee, delivery and deposit always come back.'

/** Every figure and sentence about cancelling reads this table. */
export const policyTerms: Record<CancellationPolicy, Terms> = {
  flexible: {
    label: 'Flexible',
    text: `All of the rent back until the day before it starts. ${always}`,
    early: 100,
    late: 100,
  },
  moderate: {
    label: 'Moderate',
    text: `All of the rent back until ${LATE_DAYS} days before it starts, then half. ${always}`,
    early: 100,
    late: 50,
  },
  strict: {
    label: 'Strict',
    text: `Half of the rent back until ${LATE_DAYS} days before it starts, then none. ${always}`,
    early: 50,
    late: 0,
  },
}

export type CancellableRental = {
  status: 'Pending' | 'Approved'
  cancellationPolicy: CancellationPolicy
  period: Period
  /** The earliest start that was ever agreed, once it was moved: the policy counts from it. */
  earliestStart?: Day | null
  pricePerDayCentavos: Centavos
  /** The rental's money lines so far. */
  lines: readonly MoneyLine[]
}

export type CancellationTerms = {
  refundCentavos: Centavos
  /** The refunded amounts, by what they were paid for. */
  lines: RefundLine[]
  /** Why it is this amount: the end of a sentence that begins with "because". */
  because: string
}

/**
 * What a renter who cancels now gets back, and why. A request that the owner has not answered is refunded in full.
 * Otherwise the policy of the rental decides the share of the rent by the Manila day; delivery, service fee and
 * deposit are always refunded, as the item was never handed over. A rental that was moved is judged by its earliest
 * start: from that day on a renter gets back what one gets who did not come. Half centavos are rounded in favour of
 * the renter.
 * ### Example A moderate rental of ₱999.99 with ₱15.00 delivery and ₱50.00 service fee that starts on December 24: on
 * the 21st all ₱1,064.99 come back, on the 22nd ₱500.00 + ₱15.00 + ₱50.00 = ₱565.00.
 */
export function cancellationTerms(rental: CancellableRental, now: Date): CancellationTerms {
  const { percent, because } = rentBack(rental, dayInManila(now))
  const rent = centavosOf(rental.lines, 'rent')
  const lines =
    percent === 'no-show'
      ? noShowLines(rental)
      : refundOf(rental.lines, { keepRent: rent - percentOf(rent, percent) })
  return { lines, refundCentavos: sumOf(lines), because }
}

/**
 * What goes back to a renter who did not come: as if they cancelled at the last moment, and at least one day's rent
 * stays with the owner.
 * ### Example Of ₱999.99 for 3 days at ₱333.33, flexible keeps ₱333.33, moderate ₱499.99 and strict all; of one day at
 * ₱333.33 each keeps all of it.
 */
export function noShowLines({
  cancellationPolicy,
  lines,
  pricePerDayCentavos,
}: Pick<CancellableRental, 'cancellationPolicy' | 'lines' | 'pricePerDayCentavos'>): RefundLine[] {
  const rent = centavosOf(lines, 'rent')
  const lastMoment = rent - percentOf(rent, policyTerms[cancellationPolicy].late)
  return refundOf(lines, { keepRent: Math.min(rent, Math.max(lastMoment, pricePerDayCentavos)) })
}

/** A rental that ends, with the facts that decide what goes back to its renter. */
export type EndedRental = Omit<CancellableRental, 'status'>

/**
 * The lines to refund when a paid rental ends. `refund` is a share of what was paid, or an amount of what was paid
 * besides the deposit; `from` is the status before the end.
 */
export function refundLinesOfEnding(
  rental: EndedRental,
  { from, refund }: { from: CancellableRental['status']; refund: RefundShare | RefundPart },
  now: Date,
): RefundLine[] {
  if (typeof refund === 'object') return partLines(rental.lines, refund.rentCentavos)
  if (refund === 'all') return refundOf(rental.lines)
  if (refund === 'no-show') return noShowLines(rental)
  return cancellationTerms({ ...rental, status: from }, now).lines
}

function rentBack(
  { status, cancellationPolicy, period, earliestStart }: CancellableRental,
  today: Day,
): { percent: number | 'no-show'; because: string } {
  if (status === 'Pending') return { percent: 100, because: 'the owner has not answered yet' }
  const isMoved = earliestStart && earliestStart < period.start
  const lastEarlyDay = addDays(isMoved ? earliestStart : period.start, -LATE_DAYS)
  const { label, early, late } = policyTerms[cancellationPolicy]
  const name = `its cancellation policy is ${label.toLowerCase()}`
  const start = isMoved
    ? `was to start on ${formatDay(earliestStart)}`
    : `starts in less than ${LATE_DAYS} days`
  if (isMoved && earliestStart <= today)
    return { percent: 'no-show', because: `${name}, and it ${start}: as much as if you had not come` }
  if (early === late) return { percent: early, because: `${name}: all of it until the day before it starts` }
  if (today <= lastEarlyDay)
    return {
      percent: early,
      because: `${name}, and it is ${formatDay(lastEarlyDay)} or earlier${early === 100 ? '' : ': half of the rent'}`,
    }
  return {
    percent: late,
    because: `${name}, and it ${start}` + `: ${late === 0 ? 'none' : 'half'} of the rent`,
  }
}
