import type { RefundLine } from '../book/money-line.ts'
import { refundAfterDisputes, type RentalEnd, type SettledByDisputes } from './after-disputes.ts'
import { type CancellableRental, type EndedRental, refundLinesOfEnding } from './cancellation.ts'
import type { RefundPart, RefundShare } from './refund.ts'
import { coveredLines, type PaidPart } from './split-refund.ts'

/** What was paid online for a rental, the latest payment first, and what disputes have settled of it. */
export type PaidFacts = { payments: readonly PaidPart[]; settled: SettledByDisputes }

/** How a rental ends: its status before, how much is to go back, and why. */
export type RentalEnding = RentalEnd & {
  from: CancellableRental['status']
  refund: RefundShare | RefundPart
}

/**
 * What goes back to the renter when a rental ends, by what it was paid for, in centavos: what its ending gives back,
 * less what disputes have settled, and no more than its payments have left. Empty when nothing was paid online.
 * ### Example A renter who cancels gets ₱1,000.00 back by the policy. After a goodwill payment of ₱100.00 it is
 * ₱900.00, and after a decision that left everything with the owner only the deposit.
 */
export function endingRefund(
  rental: EndedRental,
  { payments, settled }: PaidFacts,
  { from, refund, ...end }: RentalEnding,
  now: Date,
): RefundLine[] {
  const lines = refundLinesOfEnding(rental, { from, refund }, now)
  return coveredLines(refundAfterDisputes(lines, settled, end), payments)
}
