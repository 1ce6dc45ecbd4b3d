import { system } from '#domain/actor.ts'
import { decideRental } from '#domain/order/order.ts'
import { dayInManila } from '#domain/period.ts'
import { decide } from '#domain/rental/lifecycle.ts'
import type { DurationDays } from '#domain/pricing/pricing.ts'
import type { Context, Tx } from '../context.ts'
import { findRentable } from '../listing/queries.ts'
import { recordAction } from '../rental/record-action.ts'
import { lockOrderRentals } from '../order/queries.ts'

/**
 * Takes the dates of a cancelled or expired order again for a late payment: for all of its rentals if its renter could
 * rent each of them anew now, otherwise for none. The listings are locked, as a checkout locks them.
 */
export async function retakeDates(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  orderId: string,
): Promise<boolean> {
  const now = ctx.clock.now()
  const decisions = []
  for (const rental of await lockOrderRentals(tx, orderId)) {
    const { listingId, renterId } = rental
    const listing = await findRentable(tx, { listingId, renterId, today: dayInManila(now), now })
    const request = { startDate: rental.period.start, durationDays: rental.durationDays as DurationDays }
    const decision = decide(rental, 'retake', system, now)
    if (!listing || !decideRental(listing, request, renterId, now).ok || !decision.ok) return false
    decisions.push({ rental, decision })
  }
  for (const { rental, decision } of decisions) await recordAction(tx, ctx, rental, decision)
  return true
}
