import { parsePeriod, type Period } from '#domain/period.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { takeOfActor } from '../limits.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { lockOwnListing } from './queries.ts'

/** The owner removes a block of days. Refusals: `limit`, `not-found` (listing or block), `not-owner`. */
export async function unblockDates(
  ctx: Context,
  { listingId, blockId }: { listingId: string; blockId: string },
): Promise<Verdict<{ period: Period }>> {
  const refused = await takeOfActor(ctx, 'listingEdits')
  if (refused) return refused
  return inTransaction(ctx, async (tx) => {
    const own = await lockOwnListing(tx, ctx.actor, listingId, 'block days of')
    if (!own.ok) return own
    const freed = await tx
      .deleteFrom('blockedPeriod')
      .where('id', '=', blockId)
      .where('listingId', '=', listingId)
      .where('heldFor', 'is', null)
      .returning('period')
      .executeTakeFirst()
    if (!freed) return notFound()
    await recordEvents(tx, ctx, [
      { subject: 'listing', subjectId: listingId, action: 'unblock-dates', detail: { period: freed.period } },
    ])
    return { ok: true as const, period: parsePeriod(freed.period) }
  })
}
