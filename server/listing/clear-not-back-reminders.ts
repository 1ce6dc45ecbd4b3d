import { sql } from 'kysely'
import type { Tx } from '../context.ts'
import { beforeHandover } from './queries.ts'

/**
 * Lets the other renters of an item be told again that it is not back, by deleting the notes that they were told: in
 * the transaction in which a rental becomes Active again, or its owner objects to its return. Only those who read
 * afterwards that the item is theirs tomorrow; all of them if it had counted as lost (`wasLost`), as their email then
 * promises.
 */
export async function clearNotBackReminders(
  tx: Tx,
  { id, listingId }: { id: string; listingId: string },
  { wasLost = false } = {},
): Promise<void> {
  await sql`delete from reminder m using rental r where m.rental_id = r.id and m.kind = 'not-back'
    and r.listing_id = ${listingId} and r.id <> ${id} and r.status in (${beforeHandover})
    and (${wasLost} or exists (select from reminder s where s.rental_id = r.id and s.kind = 'starts-tomorrow'
      and s.sent_at >= m.sent_at))`.execute(tx)
}
