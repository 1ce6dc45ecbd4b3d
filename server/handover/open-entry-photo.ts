import { sql } from 'kysely'
import { seesAsAdmin } from '#domain/access.ts'
import type { Context } from '../context.ts'
import { isUnused } from '../photo/queries.ts'

/**
 * The bytes of a photo of a rental's timeline, for the two people of the rental and admins of money, or of one that is
 * not part of it yet, for its uploader; null for everyone else, and where there is none.
 */
export async function openEntryPhoto(
  { actor, db, images }: Context,
  photoId: string,
  width: number,
): Promise<Uint8Array | null> {
  if (actor.kind !== 'user') return null
  const { rows } = await sql`select from photo p left join rental r on r.id = p.entry_rental_id
    where p.id = ${photoId} and case when r.id is null then p.owner_id = ${actor.id} and ${isUnused('private')}
      else ${seesAsAdmin(actor, 'money')} or ${actor.id} in (r.renter_id, r.owner_id) end`.execute(db)
  return rows.length > 0 ? images.openHidden(photoId, width) : null
}
