import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { takeOfActor } from '../limits.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { lockOwnListing } from './queries.ts'

/**
 * The owner ends a listing's pause; its status did not change. Refusals: `limit`, `not-found`, `not-owner`,
 * `unchanged`.
 */
export async function resumeListing(ctx: Context, { listingId }: { listingId: string }): Promise<Verdict> {
  const refused = await takeOfActor(ctx, 'listingEdits')
  if (refused) return refused
  return inTransaction(ctx, async (tx) => {
    const own = await lockOwnListing(tx, ctx.actor, listingId, 'resume')
    if (!own.ok) return own
    if (!own.listing.pausedAt) return refuse('unchanged', 'This listing is not paused.')
    await tx.updateTable('listing').set({ pausedAt: null }).where('id', '=', listingId).execute()
    await recordEvents(tx, ctx, [{ subject: 'listing', subjectId: listingId, action: 'resume' }])
    return { ok: true as const }
  })
}
