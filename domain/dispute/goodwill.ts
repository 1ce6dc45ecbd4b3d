import { type Centavos, formatPeso } from '../money.ts'
import type { OrderStatus, RentalStatus } from '../status.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { type DisputedMoney, goodwillBound } from './award.ts'
import { noAward } from './dispute.ts'
import type { Side } from '../side.ts'

/** A rental outside a dispute, of which the site pays something of its own money. */
export type GoodwillRental = {
  status: RentalStatus
  orderStatus: OrderStatus
  isDisputed: boolean
  money: DisputedMoney
  /** Whether the account of each of its two people is deleted. */
  isDeleted: Record<Side, boolean>
}

/** Why somebody whose account is deleted gets no goodwill payment. */
export const goodwillToNobody = 'Their account is deleted, so nothing can be paid to them.'

/** Why a decision has no goodwill payment where another admin has to confirm those. */
export const goodwillByTwo =
  'Another admin has to confirm a goodwill payment here. Please decide without one, and pay it on the page of the ' +
  'order once the dispute is over.'

/** Why a decision has no goodwill payment before the hand-over. */
export const goodwillTooEarly =
  'It was not handed over, so all that was paid may still go back. Please decide without a goodwill payment, and ' +
  'pay it on the page of the order once the rental has ended.'

/**
 * Why a decision can't have a goodwill payment, or null. Before the hand-over all that was paid may still go back, out
 * of the same payment: the renter would get less of it, and who called the rental off the rest.
 */
export function whyNoGoodwill(status: RentalStatus, { byTwo }: { byTwo: boolean }): string | null {
  if (byTwo) return goodwillByTwo
  return status === 'Approved' ? goodwillTooEarly : null
}

const ended: readonly RentalStatus[] = ['Completed', 'Cancelled', 'Rejected']

/**
 * Why nobody gets a goodwill payment for a rental now, or null. While it runs, everything that was paid may still go
 * back, so only a rental that ended has a goodwill payment; and an open dispute decides about its own. Refusals:
 * `unpaid`, `status`, `contested`.
 */
export function goodwillRefusal({ status, orderStatus, isDisputed }: GoodwillRental): Verdict {
  if (orderStatus !== 'confirmed') return refuse('unpaid', 'This rental has not been paid.')
  if (!ended.includes(status))
    return refuse('status', 'A goodwill payment is possible once the rental has ended. You can end it here.')
  if (isDisputed) return refuse('contested', 'A dispute about it is open. Please decide it first.')
  return { ok: true }
}

/**
 * The most that the site can pay this side outside a dispute: what was paid, less what is back and was given;
 * zero when their account is deleted.
 */
export const goodwillLeft = (
  { money, isDeleted }: Pick<GoodwillRental, 'money' | 'isDeleted'>,
  to: Side,
): Centavos => (isDeleted[to] ? 0 : goodwillBound(money, to, noAward))

/**
 * Whether the site may pay a side this much of its own money outside a dispute. Refusals: those of `goodwillRefusal`,
 * `deleted` (their account is), `cash` (the renter has paid nothing that could go back through us) and `over` (not an
 * amount, or too much).
 * ### Example Of ₱3,064.99 that were paid ₱2,565.00 are back: the renter gets ₱499.99 at most.
 */
export function decideGoodwill(
  rental: GoodwillRental,
  { to, centavos }: { to: Side; centavos: Centavos },
): Verdict {
  const open = goodwillRefusal(rental)
  if (!open.ok) return open
  if (rental.isDeleted[to]) return refuse('deleted', goodwillToNobody)
  if (to === 'renter' && rental.money.inCash)
    return refuse(
      'cash',
      'This rental was paid in cash, so the site can’t send its renter anything. Its owner can get something with ' +
        'their next payout.',
    )
  const most = goodwillLeft(rental, to)
  if (most === 0) return refuse('over', 'Nothing that was paid is left for a goodwill payment to them.')
  if (!Number.isSafeInteger(centavos) || centavos < 1 || centavos > most)
    return refuse('over', `Please enter between ₱0.01 and ${formatPeso(most)}.`)
  return { ok: true }
}
