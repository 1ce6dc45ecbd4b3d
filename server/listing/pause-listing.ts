import { hoursAfter } from '#domain/time.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { takeOfActor } from '../limits.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { lockListing, lockOwnListing } from './queries.ts'

/**
 * The owner pauses a listing, whatever its status: it is not public and can't be rented until it is resumed. Running
 * rentals go on. Refusals: `limit`, `not-found`, `not-owner`, `unchanged`.
 */
export async function pauseListing(ctx: Context, { listingId }: { listingId: string }): Promise<Verdict> {
  const refused = await takeOfActor(ctx, 'listingEdits')
  if (refused) return refused
  return inTransaction(ctx, async (tx) => {
    const own = await lockOwnListing(tx, ctx.actor, listingId, 'pause')
    if (!own.ok) return own
    if (own.listing.pausedAt) return refuse('unchanged', 'This listing is paused already.')
    await tx.updateTable('listing').set({ pausedAt: ctx.clock.now() }).where('id', '=', listingId).execute()
    await recordEvents(tx, ctx, [{ subject: 'listing', subjectId: listingId, action: 'pause' }])
    return { ok: true as const }
  })
}

/**
 * The system pauses the listing of an item that was never returned, in the transaction that ends the rental, unless it
 * is paused or deleted.
 */
export async function pauseListingOfLostItem(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  listingId: string,
): Promise<void> {
  const listing = await lockListing(tx, listingId)
  if (!listing || listing.archivedAt || listing.pausedAt) return
  await tx.updateTable('listing').set({ pausedAt: ctx.clock.now() }).where('id', '=', listingId).execute()
  await recordEvents(tx, ctx, [
    { subject: 'listing', subjectId: listingId, action: 'pause', detail: { why: 'not returned' } },
  ])
}

/**
 * Takes back what `pauseListingOfLostItem` did when a rental ended as lost at `endedAt`, in the transaction that
 * undoes that. Returns whether the listing was resumed: not when it was paused before, or its owner resumed it since.
 */
export async function resumeListingOfFoundItem(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  listingId: string,
  endedAt: Date,
): Promise<boolean> {
  const pausedAt = (await lockListing(tx, listingId))?.pausedAt
  // The pause is written in the transaction of the end, a moment after it.
  if (!pausedAt || pausedAt < endedAt || pausedAt > hoursAfter(endedAt, 1 / 60)) return false
  await tx.updateTable('listing').set({ pausedAt: null }).where('id', '=', listingId).execute()
  await recordEvents(tx, ctx, [
    { subject: 'listing', subjectId: listingId, action: 'resume', detail: { why: 'not lost' } },
  ])
  return true
}
