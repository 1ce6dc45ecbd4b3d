import { sql } from 'kysely'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'

/**
 * Makes photos part of the timeline of a rental, in the transaction of the entry that shows them. Refusal: `photos`,
 * when one is not an unused private upload of the actor: it may have been deleted, as those are after a day.
 */
export async function takeEntryPhotos(
  tx: Tx,
  { actor }: Pick<Context, 'actor'>,
  rentalId: string,
  photoIds: readonly string[],
): Promise<Verdict> {
  if (photoIds.length === 0) return { ok: true }
  const me = actor.kind === 'user' ? actor.id : null
  const { rows } = await sql`update photo p set entry_rental_id = ${rentalId}
    where p.id = any(${[...photoIds]}::uuid[]) and p.owner_id = ${me}
      and ${isUnusedPrivatePhoto} returning p.id`.execute(tx)
  return rows.length === photoIds.length
    ? { ok: true }
    : refuse('photos', 'One of these photos is no longer here. Please add it again.')
}

/** SQL: whether the photo `p` was uploaded for a message or an entry, and is not part of one yet. */
export const isUnusedPrivatePhoto = sql<boolean>`(p.in_chat and p.entry_rental_id is null
  and not exists (select from message m where m.photo_id = p.id))`
