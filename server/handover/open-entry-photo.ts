import { sql } from 'kysely'
import { seesAsAdmin } from '#domain/access.ts'
import type { Context } from '../context.ts'

/**
 * The bytes of a photo of a rental's timeline, for the two people of the rental and admins of money; null for everyone
 * else, and where there is none.
 */
export async function openEntryPhoto(
  { actor, db, images }: Context,
  photoId: string,
  width: number,
): Promise<Uint8Array | null> {
  if (actor.kind !== 'user') return null
  const { rows } = await sql`select from photo p join rental r on r.id = p.entry_rental_id
    where p.id = ${photoId} and (${seesAsAdmin(actor, 'money')} or ${actor.id} in (r.renter_id, r.owner_id))`.execute(
    db,
  )
  return rows.length > 0 ? images.openHidden(photoId, width) : null
}
