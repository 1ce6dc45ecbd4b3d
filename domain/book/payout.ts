import { type Centavos, formatPeso } from '../money.ts'
import type { Day } from '../period.ts'
import { refuse, type Verdict } from '../verdict.ts'
import type { PayoutDirection } from './book.ts'
import { decideMovedOn } from './by-hand.ts'

export const payoutDirections = [
  'to_owner',
  'from_owner',
  'from_provider',
] as const satisfies PayoutDirection[]

/** A payout's direction as admins read it. */
export function payoutDirectionText(direction: PayoutDirection): string {
  return {
    to_owner: 'Paid to an owner',
    from_owner: 'Received from an owner',
    from_provider: 'Settled by the provider',
  }[direction]
}

/** The longest reference of a payout, and the longest reason for reversing one, in characters. */
export const MAX_REFERENCE = 100
export const MAX_REVERSAL_REASON = 500

/** An owner's balances in the book, each as the owner sees it: positive is theirs. */
export type OwnerSums = {
  /** What is owed to them, less the cash they hold. */
  balanceCentavos: Centavos
  /** The part of the balance from rentals paid online that have not ended: it may still be refunded. */
  openCentavos: Centavos
  /** Deposits they hold in cash. They belong to the renters, not to the owner or the site. */
  cashDepositCentavos: Centavos
}

/**
 * What can be paid to an owner now; negative when they owe. It is their balance without rentals that have not ended,
 * and without the cash deposits, which the owner gives back to the renters.
 * ### Example Completed online rentals of ₱900.00, one under way of ₱300.00, and ₱50.00 of fee and ₱500.00 of deposit
 * on a rental handed over for cash: the balance is ₱650.00, of which ₱300.00 is open, and `readyCentavos` is ₱850.00.
 */
export function readyCentavos(sums: OwnerSums): Centavos {
  return sums.balanceCentavos - sums.openCentavos + sums.cashDepositCentavos
}

/**
 * Whether a payout can be recorded: at most what the book says is owed in its direction. `owedCentavos` is what is
 * ready for the owner (`readyCentavos`) or, for the provider, what the book has there. Refusals: `amount`, `day`.
 */
export function decidePayout(
  payout: { direction: PayoutDirection; centavos: Centavos; paidOn: Day },
  owedCentavos: Centavos,
  now: Date,
): Verdict {
  const most = payout.direction === 'from_owner' ? 0 - owedCentavos : owedCentavos
  if (most <= 0) return refuse('amount', nothingOwed[payout.direction])
  if (payout.centavos > most) return refuse('amount', mostOwed[payout.direction](formatPeso(most)))
  return decideMovedOn(payout.paidOn, now)
}

const nothingOwed: Record<PayoutDirection, string> = {
  to_owner: 'Nothing is ready to be paid to this owner.',
  from_owner: 'This owner owes nothing.',
  from_provider: 'By the book nothing is at the provider.',
}
const mostOwed: Record<PayoutDirection, (most: string) => string> = {
  to_owner: (most) => `At most ${most} is ready to be paid to this owner.`,
  from_owner: (most) => `This owner owes ${most}.`,
  from_provider: (most) => `By the book ${most} is at the provider.`,
}
