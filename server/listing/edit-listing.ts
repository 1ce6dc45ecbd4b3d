import type { ListingForm } from '#domain/listing/listing-form.ts'
import { imageRequired } from '#domain/listing/listing-form.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { removeFiles } from '../photo-files.ts'
import { takeOfActor } from '../limits.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { updateListingsFromRentals } from './update-from-rentals.ts'
import { lockOwnListing } from './queries.ts'
import { attachPhotos, columnsOf } from './write-listing.ts'

/**
 * Edits a listing; its status stays, and admins see that it was edited since their review. Photos that are no longer
 * in the form are deleted, or, if an admin had approved them or a rental shows them, hidden from everyone but admins
 * and that renter. Refusals: `limit`, `not-found`, `not-owner`, `category`, `tags`, `photos`.
 */
export async function editListing(
  ctx: Context,
  { listingId, form }: { listingId: string; form: ListingForm },
): Promise<Verdict> {
  const refused = await takeOfActor(ctx, 'listingEdits')
  if (refused) return refused
  if (form.photoIds.length === 0) return refuse('photos', imageRequired)
  return inTransaction(ctx, async (tx) => {
    const written = await columnsOf(tx, form)
    const own = await lockOwnListing(tx, ctx.actor, listingId, 'edit')
    if (!own.ok) return own
    if (!written.ok) return written
    const { listing } = own
    await tx
      .updateTable('listing')
      .set({ ...written.columns, editedAt: ctx.clock.now() })
      .where('id', '=', listing.id)
      .execute()
    await updateListingsFromRentals(tx, [listing.id])
    const photos = await attachPhotos(tx, listing, form.photoIds, listing.approvedText?.photoIds)
    if (!photos.ok) return photos
    await removeFiles(tx, ctx, photos.removed)
    await recordEvents(tx, ctx, [{ subject: 'listing', subjectId: listing.id, action: 'edit' }])
    return { ok: true as const }
  })
}
