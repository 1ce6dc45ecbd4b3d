import { seesAsAdmin } from '#domain/access.ts'
import { sql } from 'kysely'
import type { Context } from '../context.ts'

/**
 * The bytes of a photo of a claim, for the two people of the rental and admins; null for everyone else, and where
 * there is none.
 */
export async function openClaimPhoto(
  ctx: Context,
  photoId: string,
  width: number,
): Promise<Uint8Array | null> {
  const { actor, db, images } = ctx
  if (actor.kind !== 'user') return null
  const { rows } = await sql`select from photo p join rental r on r.id = p.claim_id
    where p.id = ${photoId} and (${seesAsAdmin(actor, 'money')} or ${actor.id} in (r.renter_id, r.owner_id))`.execute(
    db,
  )
  if (rows.length === 0) return null
  // Until the job that hides it has run, the file is in the folder of uploads.
  return (await images.openHidden(photoId, width)) ?? images.open(photoId, width)
}
