import type { ListingForm } from '#domain/listing/listing-form.ts'
import { imageRequired } from '#domain/listing/listing-form.ts'
import { editedElsewhere } from '#domain/listing/listing.ts'
import type { ListingText } from '#domain/listing/listing-fields.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { removeFiles } from '../photo-files.ts'
import { takeOfActor } from '../limits.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { versionOf } from './listing-version.ts'
import { updateListingsFromRentals } from './update-from-rentals.ts'
import { lockOwnListing } from './queries.ts'
import { attachPhotos, columnsOf } from './write-listing.ts'

/**
 * Edits a listing; its status stays, and admins see that it was edited since their review. Photos that are no longer
 * in the form are deleted, or, if an admin had approved them or a rental shows them, hidden from everyone but admins
 * and that renter. `seen` is the `versionOf` the listing that the form was filled from; without it, a later edit is
 * replaced. Refusals: `limit`, `not-found`, `not-owner`, `category`, `tags`, `photos`, `stale` (another edit was saved
 * since; not when it was this same one).
 */
export async function editListing(
  ctx: Context,
  { listingId, form, seen }: { listingId: string; form: ListingForm; seen?: string },
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
    const edited = versionOf({ ...written.columns, photoIds: [...form.photoIds] })
    if (seen !== undefined && ![seen, edited].includes(await findVersion(tx, listing)))
      return editedElsewhere()
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

/** The version of a listing as it is stored now. */
async function findVersion(tx: Tx, listing: ListingText & { id: string }): Promise<string> {
  const photos = await tx
    .selectFrom('photo')
    .select('id')
    .where('listingId', '=', listing.id)
    .orderBy('position')
    .execute()
  return versionOf({ ...listing, photoIds: photos.map(({ id }) => id) })
}
