import { sql } from 'kysely'
import { columnOf, listingFields, type ListingText } from '#domain/listing/listing-fields.ts'
import { type ListingForm, tooManyTags } from '#domain/listing/listing-form.ts'
import { MAX_TAGS, readTags } from '#domain/listing/listing.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Tx } from '../context.ts'
import { isUnused } from '../photo/queries.ts'
import { listTags } from './queries.ts'

/**
 * The columns a listing form fills, with unknown tags dropped; the category can’t be deleted, and the other tags can’t
 * be renamed or deleted until the transaction ends. Before the listing is locked, as who deletes a category or renames
 * a tag locks that first. Refusals: `category` when there is no such category, `tags` when there are more known tags
 * than a listing can have.
 */
export async function columnsOf(tx: Tx, form: ListingForm) {
  const category = await tx
    .selectFrom('category')
    .select('id')
    .where('id', '=', form.categoryId)
    .forKeyShare()
    .executeTakeFirst()
  if (!category) return refuse('category', 'Please choose a category from the list.')
  const tags = readTags(form.tags, await listTags(tx))
  if (tags.length > MAX_TAGS) return refuse('tags', tooManyTags)
  const asTyped = Object.fromEntries(listingFields.map((field) => [columnOf(field), form[field]]))
  const columns = { ...asTyped, tags: await lockTags(tx, tags) } as ListingText
  return { ok: true as const, columns }
}

/** The tags that still exist, locked. */
async function lockTags(tx: Tx, tags: string[]): Promise<string[]> {
  if (tags.length === 0) return tags
  const known = await tx
    .selectFrom('tag')
    .select('name')
    .where('name', 'in', tags)
    .orderBy('name')
    .forShare()
    .execute()
  return tags.filter((tag) => known.some(({ name }) => name === tag))
}

/**
 * Makes `photoIds`, in this order, the photos of a listing. Each must be the owner's own upload, unattached or already
 * of this listing, now or before. Other photos of the listing are removed: those of `approvedIds` and of rentals are
 * kept, the former until `removeFormerPhotos`; the ids of the others are returned. Refusal: `photos`.
 */
export async function attachPhotos(
  tx: Tx,
  listing: { id: string; ownerId: string },
  photoIds: readonly string[],
  approvedIds: readonly string[] = [],
): Promise<Verdict<{ removed: string[] }>> {
  const { rows: usable } = await sql<{ id: string; isOfRental: boolean }>`
    select p.id, ${isOfRental} as is_of_rental from photo p
    where p.owner_id = ${listing.ownerId} and p.claim_id is null
      and (p.listing_id = ${listing.id} or p.id = any(${[...photoIds]}::uuid[])
        and (p.former_listing_id = ${listing.id} or ${isUnused('open')})) for update`.execute(tx)
  if (photoIds.some((id) => !usable.some((photo) => photo.id === id)))
    return refuse('photos', 'One of these photos could not be found. Please upload it again.')
  const unnamed = usable.filter((photo) => !photoIds.includes(photo.id))
  const isKept = (photo: (typeof usable)[number]) => photo.isOfRental || approvedIds.includes(photo.id)
  const kept = unnamed.filter(isKept).map(({ id }) => id)
  const removed = unnamed.filter((photo) => !isKept(photo)).map(({ id }) => id)
  if (removed.length > 0) await tx.deleteFrom('photo').where('id', 'in', removed).execute()
  const former = { listingId: null, formerListingId: listing.id }
  if (kept.length > 0) await tx.updateTable('photo').set(former).where('id', 'in', kept).execute()
  for (const [position, id] of photoIds.entries())
    await tx
      .updateTable('photo')
      .set({ listingId: listing.id, formerListingId: null, position })
      .where('id', '=', id)
      .execute()
  return { ok: true, removed }
}

/** SQL: a rental of its listing shows the photo `p` as what was rented. */
const isOfRental = sql<boolean>`exists (select from rental r
  where r.listing_id = coalesce(p.listing_id, p.former_listing_id) and r.photo_id = p.id)`

/** Deletes the photos that were kept for admins, except those of rentals; returns their ids. */
export async function removeFormerPhotos(tx: Tx, listingId: string): Promise<string[]> {
  const deleted = await tx
    .deleteFrom('photo as p')
    .where('formerListingId', '=', listingId)
    .where('claimId', 'is', null)
    .where(sql<boolean>`not ${isOfRental}`)
    .returning('id')
    .execute()
  return deleted.map(({ id }) => id)
}
