import type { RefundLine } from '../book/money-line.ts'
import { refundAfterDisputes, type EndCause, type SettledByDisputes } from './after-disputes.ts'
import { type CancellableRental, type EndedRental, refundLinesOfEnding } from './cancellation.ts'
import type { RefundPart, RefundShare } from './refund.ts'
import { coveredLines, type PaidPart } from './split-refund.ts'

/** What was paid online for a rental, the latest payment first, and what disputes have settled of it. */
export type PaidFacts = { payments: readonly PaidPart[]; settled: SettledByDisputes }

/** How a rental ends: how much is to go back, and why. `from` is its status before; only the policy depends on it. */
export type RentalEnding = EndCause & {
  from: CancellableRental['status']
  refund: RefundShare | RefundPart
}

/**
 * What goes back to the renter when a rental ends, by what it was paid for, in centavos: what its ending gives back,
 * less what disputes have settled, and no more than its payments have left. Empty when nothing was paid online.
 * ### Example A renter paid ₱1,000.00 and a deposit, and cancels while all of it goes back. After a goodwill payment
 * of ₱100.00 it is ₱900.00 and the deposit; after a decision that gave nobody anything only the deposit.
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
