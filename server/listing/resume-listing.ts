import { asListingOwner } from '#domain/access.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { takeOfActor } from '../limits.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { lockListing } from './queries.ts'

/**
 * The owner ends a listing's pause; its status did not change. Refusals: `limit`, `not-found`, `not-owner`,
 * `unchanged`.
 */
export async function resumeListing(ctx: Context, { listingId }: { listingId: string }): Promise<Verdict> {
  const refused = await takeOfActor(ctx, 'listingEdits')
  if (refused) return refused
  return inTransaction(ctx, async (tx) => {
    const listing = await lockListing(tx, listingId)
    if (!listing || listing.archivedAt) return notFound()
    const gate = asListingOwner(ctx.actor, listing, 'resume')
    if (!gate.ok) return gate
    if (!listing.pausedAt) return refuse('unchanged', 'This listing is not paused.')
    await tx.updateTable('listing').set({ pausedAt: null }).where('id', '=', listingId).execute()
    await recordEvents(tx, ctx, [{ subject: 'listing', subjectId: listingId, action: 'resume' }])
    return { ok: true as const }
  })
}
