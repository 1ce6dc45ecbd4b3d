import type { Insertable } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Tx } from '../context.ts'

type ReminderKey = Pick<Insertable<Database['reminder']>, 'kind' | 'number'>

/** Records that a reminder about a rental is sent at `sentAt`; false if it was recorded before. */
export async function noteReminder(
  tx: Tx,
  rentalId: string,
  { kind, number }: ReminderKey,
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
