import { system } from '#domain/actor.ts'
import { decideRental } from '#domain/order/order.ts'
import { dayInManila } from '#domain/period.ts'
import { decide } from '#domain/rental/lifecycle.ts'
import type { DurationDays } from '#domain/pricing/pricing.ts'
import type { Context, Tx } from '../context.ts'
import { findRentable } from '../listing/queries.ts'
import { lockRental } from '../rental/queries.ts'
import { recordStep } from '../rental/take-step.ts'
import { lockOrderRentals } from './queries.ts'

/**
 * Takes the dates of a given-up order again for a payment that came late: all of its rentals, if its renter could
 * rent each of them now as they could anew, or none. The listings are locked, as a checkout locks them.
 */
export async function retakeDates(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  orderId: string,
): Promise<boolean> {
  const now = ctx.clock.now()
  const steps = []
  for (const { id, listingId, renterId } of await lockOrderRentals(tx, orderId)) {
    const rental = (await lockRental(tx, id))!
    const listing = await findRentable(tx, { listingId, renterId, today: dayInManila(now) })
    const wish = { startDate: rental.period.start, durationDays: rental.durationDays as DurationDays }
    const step = decide(rental, 'retake', system, now)
    if (!listing || !decideRental(listing, wish, renterId, now).ok || !step.ok) return false
    steps.push({ rental, step })
  }
  for (const { rental, step } of steps) await recordStep(tx, ctx, rental, step)
  return true
}
