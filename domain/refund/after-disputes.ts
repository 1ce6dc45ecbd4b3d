import type { Centavos } from '../money.ts'
import { centavosOf, type MoneyLine, type RefundLine } from '../book/money-line.ts'
import { partLines, rentCharges, type RefundReason } from './refund.ts'

/** What disputes that are over have settled of a rental's money. */
export type SettledByDisputes = {
  /** A decision, or an agreement by which money moved, says what its owner keeps if it does not take place. */
  isSettled: boolean
  /** What its owner was granted of the deposit. */
  grantedCentavos: Centavos
}

/** Ends by which the renter gets all their money back, whatever was settled before: the owner does not hand it over. */
const byOwner: readonly RefundReason[] = ['withdraw', 'owner-no-show', 'cancel-not-back']

/**
 * What of `lines`, the refund of a rental that ends, still goes back after disputes about it: of the deposit what its
 * owner was not granted; of the rest nothing if it was settled, unless the owner ends the rental, and never more than
 * was paid less what the site paid the renter of its own money (`goodwill`).
 * ### Example Settled, ₱100.00 of a deposit of ₱500.00 granted: a lapsed rental gives ₱400.00 back.
 */
export function refundAfterDisputes(
  lines: readonly RefundLine[],
  { isSettled, grantedCentavos }: SettledByDisputes,
  rental: { lines: readonly MoneyLine[]; goodwill: Centavos; reason: RefundReason },
): RefundLine[] {
  const isKept = isSettled && !byOwner.includes(rental.reason)
  const wanted = isKept
    ? 0
    : lines.reduce((sum, one) => sum + (one.returns === 'deposit' ? 0 : one.centavos), 0)
  const paid = rentCharges.reduce((sum, charge) => sum + centavosOf(rental.lines, charge), 0)
  const isCapped = wanted > paid - rental.goodwill
  const rent = isCapped
    ? partLines(rental.lines, Math.max(0, paid - rental.goodwill))
    : lines.filter(({ returns }) => returns !== 'deposit' && !isKept)
  const deposit = lines
    .filter(({ returns }) => returns === 'deposit')
    .map((line) => ({ ...line, centavos: line.centavos - grantedCentavos }))
  return [...rent, ...deposit].filter(({ centavos }) => centavos > 0)
}
