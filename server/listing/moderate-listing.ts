import type { SupportAdmin } from '#domain/access.ts'
import { decideModeration, editedMeanwhile, type ListingStatus } from '#domain/listing/listing.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { removeFiles } from '../photo-files.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { updateListingsFromRentals } from './update-from-rentals.ts'
import { approvedTextOf, lockListing } from './queries.ts'
import { removeFormerPhotos } from './write-listing.ts'

/**
 * An admin accepts (`approved`) or rejects a listing; its owner is notified. The accepted texts are stored, to compare
 * later edits with them. Accepting a listing edited since then accepts the edit, also while it is rented: its status
 * stays, and is returned. `seen` is the time of the last edit that the admin saw. Refusals: `not-found`, `stale`
 * (edited again meanwhile) and those of `decideModeration`.
 */
export async function moderateListing(
  ctx: Context,
  admin: SupportAdmin,
  { listingId, decision, seen }: { listingId: string; decision: 'approved' | 'rejected'; seen?: Date | null },
): Promise<Verdict<{ status: ListingStatus }>> {
  return inTransaction<Verdict<{ status: ListingStatus }>>(ctx, async (tx) => {
    const listing = await lockListing(tx, listingId)
    if (!listing) return notFound()
    if (seen !== undefined && seen?.getTime() !== listing.editedAt?.getTime()) return editedMeanwhile()
    const verdict = decideModeration(listing, decision)
    if (!verdict.ok) return verdict
    const to = verdict.edit ? listing.status : decision
    await tx
      .updateTable('listing')
      .set({
        status: to,
        moderatedAt: ctx.clock.now(),
        moderatedBy: admin.id,
        ...(decision === 'approved' ? { approvedText: approvedTextOf('listing') } : {}),
      })
      .where('id', '=', listingId)
      .execute()
    await updateListingsFromRentals(tx, [listingId])
    if (decision === 'approved') await removeFiles(tx, ctx, await removeFormerPhotos(tx, listingId))
    await recordEvents(tx, ctx, [
      {
        subject: 'listing',
        subjectId: listingId,
        action: verdict.edit ? 'accept-edit' : decision === 'approved' ? 'accept' : 'reject',
        detail: { from: listing.status, to, title: listing.title },
      },
    ])
    if (!verdict.edit)
      await recordEffects(tx, ctx, [{ kind: 'listing-mail', payload: { listingId, decision } }])
    return { ok: true, status: to }
  })
}
