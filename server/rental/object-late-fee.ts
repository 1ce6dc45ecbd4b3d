import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { disputeLateFee } from '../dispute/dispute-late-fee.ts'
import { openDispute } from '../dispute/open-dispute.ts'
import { recordRentalLiveEvents } from '../live-events.ts'
import { inTransaction } from '../record.ts'
import { lockOwnRental } from './queries.ts'

/**
 * The renter objects to a late fee within 48 hours of the return, with a reason. The fee ends, and a dispute asks for
 * its amount instead, besides what the owner asks there already. Refusals: `not-found` (for anyone but its two
 * people), `side` (the owner), and those of `decideObjection` and `openDispute`.
 */
export async function objectLateFee(
  ctx: Context,
  { rentalId, objection }: { rentalId: string; objection: string },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const own = await lockOwnRental(tx, ctx.actor, rentalId, 'renter')
    if (!own.ok) return own
    const disputed = await disputeLateFee(tx, ctx, { rentalId, objection, objectedAt: ctx.clock.now() })
    if (!disputed.ok) return disputed
    recordRentalLiveEvents(tx, own.rental)
    return openDispute(tx, ctx, { rentalId, kind: 'late', by: 'renter', text: objection, isObjection: true })
  })
}
