import { seesAsAdmin } from '#domain/access.ts'
import { sql } from 'kysely'
import { readThroughReport } from '../report/queries.ts'
import type { Context } from '../context.ts'

/**
 * The bytes of a photo of a message, for the two people of its thread, and for an admin who opened the thread through
 * a report of it in the last hour; null for everyone else, and where there is none.
 */
export async function openChatPhoto(
  ctx: Context,
  photoId: string,
  width: number,
): Promise<Uint8Array | null> {
  const { actor, clock, db, images } = ctx
  if (actor.kind !== 'user') return null
  const { rows } = await sql`select from message m join thread t on t.id = m.thread_id
    where m.photo_id = ${photoId} and (${actor.id} in (t.renter_id, t.owner_id) or ${seesAsAdmin(actor, 'support')}
      and ${readThroughReport(actor.id, clock.now())})`.execute(db)
  return rows.length > 0 ? images.openHidden(photoId, width) : null
}
