import { sql } from 'kysely'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { isUnused } from '../photo/queries.ts'

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
      and ${isUnused('private')} returning p.id`.execute(tx)
  return rows.length === photoIds.length
    ? { ok: true }
    : refuse('photos', 'One of these photos is no longer here. Please add it again.')
}
