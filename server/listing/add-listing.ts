import { sql } from 'kysely'
import type { Owner } from '#domain/access.ts'
import { imageRequired, type ListingForm } from '#domain/listing/listing-form.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Db } from '../context.ts'
import { lockWriter } from '../lock-writer.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { newListingId } from './new-listing-id.ts'
import { attachPhotos, columnsOf } from './write-listing.ts'

/**
 * Adds a listing: its status is `available`, which means waiting for review. The same form sent again, because its
 * answer was lost, adds no second one: it is known by its photos, or by `key`, the UUIDv7 that it was opened with.
 * Refusals: `photos` (none, or not the owner's own uploads), `category`, `tags`, `login` (the account was deleted or
 * suspended meanwhile), `limit`.
 */
export async function addListing(
  ctx: Context,
  owner: Owner,
  form: ListingForm,
  key?: string,
): Promise<Verdict<{ listingId: string }>> {
  const refused = await ctx.limits.take('newListings', owner.id)
  if (refused) return refused
  if (form.photoIds.length === 0) return refuse('photos', imageRequired)
  const added = await inTransaction(ctx, async (tx) => {
    if (!(await lockWriter(tx, owner.id))) return refuse('login', 'You must be logged in to add an item.')
    const written = await columnsOf(tx, form)
    if (!written.ok) return written
    const listing = { id: newListingId(owner, form, key), ownerId: owner.id }
    const inserted = await tx
      .insertInto('listing')
      .values({ ...listing, ...written.columns, createdAt: ctx.clock.now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow()
    if (inserted.numInsertedOrUpdatedRows === 0n) return { ok: true as const, listingId: listing.id }
    const photos = await attachPhotos(tx, listing, form.photoIds)
    if (!photos.ok) return photos
    await recordEvents(tx, ctx, [{ subject: 'listing', subjectId: listing.id, action: 'add' }])
    return { ok: true as const, listingId: listing.id }
  })
  if (added.ok || added.reason !== 'photos') return added
  const before = await findAdded(ctx.db, owner, form)
  return before ? { ok: true, listingId: before } : added
}

/** The listing that the owner added by this same form, found by its title and photos; null when there is none. */
async function findAdded(db: Db, owner: Owner, { title, photoIds }: ListingForm): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select l.id from photo p join listing l on l.id = p.listing_id
    where p.id = ${photoIds[0]} and l.owner_id = ${owner.id} and l.title = ${title} and l.archived_at is null
      and ${[...photoIds]}::uuid[] = (select array_agg(x.id order by x.position) from photo x
        where x.listing_id = l.id)`.execute(db)
  return rows[0]?.id ?? null
}
