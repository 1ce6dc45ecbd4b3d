import { type RawBuilder, sql } from 'kysely'
import type { Owner } from '#domain/access.ts'
import { pictureAddress } from '#domain/account/picture.ts'
import type { Db } from '../context.ts'
import type { PhotoRef } from '../listing/queries.ts'

/** The owner's own photos among `photoIds`, in that order; others are left out. */
export async function findOwnPhotos(db: Db, owner: Owner, photoIds: readonly string[]): Promise<PhotoRef[]> {
  if (photoIds.length === 0) return []
  const photos = await db
    .selectFrom('photo')
    .select(['id', 'width', 'height', 'widths', 'thumbhash'])
    .where('ownerId', '=', owner.id)
    .where('inChat', '=', false)
    .where('id', 'in', [...photoIds])
    .execute()
  return photoIds.flatMap((id) => photos.find((photo) => photo.id === id) ?? [])
}

/**
 * Whether `viewerId` is shown the photos of the listing `l` of the statement: those of public listings everybody is;
 * those of one that is rented out and comes back, whoever keeps it as a favourite, in their cart or talks about it;
 * otherwise its owner, and the renters it ever went to. Admins see them in their area.
 */
export function showsPhotosTo(viewerId: string | RawBuilder<string>): RawBuilder<boolean> {
  const mine = (table: 'favorite' | 'cart_line' | 'thread' | 'rental', column: string) =>
    sql`exists (select from ${sql.table(table)} x where x.listing_id = l.id and x.${sql.ref(column)} = ${viewerId})`
  return sql`(l.is_public or l.owner_id = ${viewerId} or ${mine('rental', 'renter_id')} or ${isRentedOut} and
    (${mine('favorite', 'account_id')} or ${mine('cart_line', 'renter_id')} or ${mine('thread', 'renter_id')}))`
}

/** Whether the listing `l` of the statement is out of the catalogue only because it is rented out. */
export const isRentedOut = sql<boolean>`(l.status = 'unavailable' and l.archived_at is null and l.paused_at is null
  and l.taken_down_at is null and not l.owner_suspended)`

/** Those of `ids` that are of photos, or of pictures of accounts, which are still kept. */
export async function findKeptPhotos(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select x.id::text as id from unnest(${ids}::uuid[], ${ids.map(pictureAddress)}::text[]) x (id, address)
    where exists (select from photo p where p.id = x.id)
      or exists (select from account a where a.image = x.address and a.image like '/images/%')`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
