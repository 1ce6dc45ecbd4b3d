import { seesAsAdmin } from '#domain/access.ts'
import { sql } from 'kysely'
import type { Context, Db } from '../context.ts'
import { isRenterOf, showsPhotosTo } from './queries.ts'

/**
 * Who may open a photo below `/images`: everyone, for one of a public listing or an account's picture; those whom
 * `openPrivatePhoto` allows, for any other photo of a listing or not yet of one; nobody, for one of a claim or a
 * conversation, or in a width (pixels) that it is not stored in: nobody makes the server look for files that can't be
 * there. One statement.
 */
export async function photoAudience(
  db: Db,
  photoId: string,
  width: number,
): Promise<'everyone' | 'few' | 'nobody'> {
  const { rows } = await sql<{ who: 'everyone' | 'few' | 'nobody' }>`
    select case when p.in_chat or p.claim_id is not null then 'nobody' when l.is_public then 'everyone'
      else 'few' end as who
    from photo p left join listing l on l.id = p.listing_id where p.id = ${photoId} and ${width} = any(p.widths)
    union all select 'everyone' from account where image = ${`/images/${photoId}/${width}.webp`} limit 1`.execute(
    db,
  )
  return rows[0]?.who ?? 'nobody'
}

/**
 * The bytes of a photo that is not public: for its uploader, and for the renters of a rental that shows it whose order
 * was not given up unpaid. A current photo of a listing is also for admins and for those of `showsPhotosTo`, a former
 * one that is kept also for admins. Null for everyone else, and where there is none.
 */
export async function openPrivatePhoto(
  ctx: Context,
  photoId: string,
  width: number,
): Promise<Uint8Array | null> {
  const { actor, db, images } = ctx
  if (actor.kind !== 'user') return null
  const { rows } = await sql`select from photo p left join listing l on l.id = p.listing_id
    where p.id = ${photoId} and not p.in_chat and p.claim_id is null and (p.owner_id = ${actor.id}
      or coalesce(p.listing_id, p.former_listing_id) is not null and ${seesAsAdmin(actor)}
      or p.listing_id is not null and ${showsPhotosTo(actor.id)}
      or ${isRenterOf(actor.id, sql`x.photo_id = p.id`)})`.execute(db)
  return rows.length > 0 ? images.open(photoId, width) : null
}
