import { type RawBuilder, sql } from 'kysely'
import { pictureAddress } from '#domain/account/picture.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import type { Db } from '../context.ts'

/** A person's own photos among `photoIds`, in that order; others are left out. */
export async function findOwnPhotos(
  db: Db,
  owner: { id: string },
  photoIds: readonly string[],
): Promise<PhotoRef[]> {
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
 * SQL: whether `viewerId` may see the photos of the listing `l` of the statement. Everybody may for a public listing;
 * for one that is rented and about to return, also people who have it as a favourite, in their cart or in a
 * conversation; otherwise its owner, and its past and present renters. Admins see them in their area.
 */
export function showsPhotosTo(viewerId: string | RawBuilder<string>): RawBuilder<boolean> {
  const mine = (table: 'favorite' | 'cart_line' | 'thread', column: string) =>
    sql`exists (select from ${sql.table(table)} x where x.listing_id = l.id and x.${sql.ref(column)} = ${viewerId})`
  return sql`(l.is_public or l.owner_id = ${viewerId} or ${isRenterOf(viewerId, sql`x.listing_id = l.id`)}
    or ${isRentedOut} and
    (${mine('favorite', 'account_id')} or ${mine('cart_line', 'renter_id')} or ${mine('thread', 'renter_id')}))`
}

/** SQL: whether an order is paid, is paid in cash, or waits for its payment; not whether it was given up unpaid. */
const isKept = (order: 'o' | 'y') =>
  sql<boolean>`${sql.ref(order)}.status in ('awaiting_payment', 'confirmed')`

/** SQL: whether `viewerId` rents or rented what `which` says of the rental `x`, in an order not given up unpaid. */
export const isRenterOf = (
  viewerId: string | RawBuilder<string>,
  which: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`exists (select from rental x join "order" y on y.id = x.order_id
    where ${which} and x.renter_id = ${viewerId} and ${isKept('y')})`

/**
 * SQL: whether `viewerId`, one of the two people of the rental `r` of the order `o`, may see its photo `p`; `l` is the
 * listing. If the order was given up unpaid, its renter sees it while they may see the photos of the listing.
 */
export const showsRentalPhotoTo = (viewerId: string | RawBuilder<string>): RawBuilder<boolean> =>
  sql`(${isKept('o')} or p.listing_id = l.id and ${showsPhotosTo(viewerId)})`

/** SQL: whether the listing `l` of the statement is not public only because it is rented now. */
export const isRentedOut = sql<boolean>`(l.status = 'unavailable' and l.archived_at is null and l.paused_at is null
  and l.taken_down_at is null and not l.owner_suspended)`

/**
 * SQL: whether the photo `p` is an upload that nothing uses yet: a `private` one, for a message or a timeline, or an
 * `open` one, for a listing or a dispute.
 */
export const isUnused = (kind: 'private' | 'open') =>
  kind === 'private'
    ? sql<boolean>`(p.in_chat and p.entry_rental_id is null
        and not exists (select from message m where m.photo_id = p.id))`
    : sql<boolean>`(not p.in_chat and p.listing_id is null and p.former_listing_id is null and p.claim_id is null
        and not exists (select from rental r where r.photo_id = p.id))`

/** What to say when the database has photos, and no file of one was found. */
export const NO_PHOTO_FILES =
  'The database has photos, but none of their files was found: DATA_DIR or IMAGES_URL is not as the site has it.'

/** Whether the database has any photo. */
export async function hasPhotos(db: Db): Promise<boolean> {
  return (await db.selectFrom('photo').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Those of `ids` that belong to existing photos, or to pictures of existing accounts. */
export async function findExistingPhotoIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select x.id::text as id from unnest(${ids}::uuid[], ${ids.map(pictureAddress)}::text[]) x (id, address)
    where exists (select from photo p where p.id = x.id)
      or exists (select from account a where a.image = x.address and a.image like '/images/%')`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The photo of a message `m` as a `PhotoRef`, or null. */
export const photoOfMessage = sql`(select jsonb_build_object('id', p.id, 'width', p.width, 'height', p.height,
  'widths', to_jsonb(p.widths), 'thumbhash', p.thumbhash) from photo p where p.id = m.photo_id)`
