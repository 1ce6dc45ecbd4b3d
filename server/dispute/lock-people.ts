import { sql } from 'kysely'
import type { Tx } from '../context.ts'

/**
 * Locks the accounts of both people of a rental against deletion until the transaction ends. Returns the ids of those
 * that are deleted already.
 */
export async function lockPeople(tx: Tx, rentalId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; isDeleted: boolean }>`
    select a.id, a.deleted_at is not null as is_deleted from account a
    where a.id in (select unnest(array[r.renter_id, r.owner_id]) from rental r where r.id = ${rentalId})
    order by a.id for share`.execute(tx)
  return rows.filter(({ isDeleted }) => isDeleted).map(({ id }) => id)
}
