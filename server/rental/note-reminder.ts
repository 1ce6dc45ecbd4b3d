import { type Insertable, sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Tx } from '../context.ts'
import type { LockedRental } from './queries.ts'

type Sent = Pick<Insertable<Database['reminder']>, 'kind' | 'number'>

/** Records that a reminder about a rental is sent at `sentAt`; returns whether it was not sent before. */
export async function noteReminder(
  tx: Tx,
  rentalId: string,
  { kind, number }: Sent,
  sentAt: Date,
): Promise<boolean> {
  const written = await tx
    .insertInto('reminder')
    .values({ rentalId, kind, number, sentAt })
    .onConflict((conflict) => conflict.columns(['rentalId', 'kind', 'number']).doNothing())
    .returning('rentalId')
    .executeTakeFirst()
  return written !== undefined
}

/**
 * Lets the other renters of an item be told once more that it is not back, in the transaction after which `rental` is
 * out again: those who read since that it is theirs tomorrow, or everyone if it had counted as lost (`wasLost`), as
 * the email about the undone end promises.
 */
export async function forgetNotBack(
  tx: Tx,
  { id, listingId }: Pick<LockedRental, 'id' | 'listingId'>,
  { wasLost = false } = {},
): Promise<void> {
  await sql`delete from reminder m using rental r where m.rental_id = r.id and m.kind = 'not-back'
    and r.listing_id = ${listingId} and r.id <> ${id} and r.status in ('Pending', 'Approved')
    and (${wasLost} or exists (select from reminder s where s.rental_id = r.id and s.kind = 'starts-tomorrow'
      and s.sent_at >= m.sent_at))`.execute(tx)
}
