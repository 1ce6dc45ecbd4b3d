import { asListingOwner } from '#domain/access.ts'
import type { ListingForm } from '#domain/listing/listing-form.ts'
import { imageRequired } from '#domain/listing/listing-form.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { removeFiles } from '../photo-files.ts'
import { changing, recordEvents } from '../record.ts'
import { keepListings } from './keep-listings.ts'
import { lockListing } from './queries.ts'
import { attachPhotos, listingColumns } from './write-listing.ts'

/**
 * Edits a listing; its status stays, and admins see that it was edited since their review. Photos that the form no
 * longer names are removed, from everyone's eyes but the admins' when they were approved. Refusals: `not-found`,
 * `not-owner`, `category`, `photos`.
 */
export async function editListing(
  ctx: Context,
  { listingId, form }: { listingId: string; form: ListingForm },
): Promise<Verdict> {
  if (form.photoIds.length === 0) return refuse('photos', imageRequired)
  return changing(ctx, async (tx) => {
    const listing = await lockListing(tx, listingId)
    if (!listing || listing.archivedAt) return notFound()
    const gate = asListingOwner(ctx.actor, listing, 'edit')
    if (!gate.ok) return gate
    const written = await listingColumns(tx, form)
    if (!written.ok) return written
    await tx
      .updateTable('listing')
      .set({ ...written.columns, editedAt: ctx.clock.now() })
      .where('id', '=', listing.id)
      .execute()
    await keepListings(tx, [listing.id])
    const photos = await attachPhotos(tx, listing, form.photoIds, listing.approvedText?.photoIds)
    if (!photos.ok) return photos
    await removeFiles(tx, ctx, photos.removed)
    await recordEvents(tx, ctx, [{ subject: 'listing', subjectId: listing.id, action: 'edit' }])
    return { ok: true as const }
  })
}
