import { sql } from 'kysely'
import type { UndoFacts } from '#domain/rental/undo.ts'
import type { Tx } from '../context.ts'
import { lockListings } from '../listing/queries.ts'
import { type LockedRental, undoFactsJson } from './queries.ts'

/**
 * What happened since the last action of a rental. Until the transaction ends nobody can book its listing and no
 * payout can be recorded.
 */
export async function lockUndoFacts(tx: Tx, rental: LockedRental): Promise<UndoFacts> {
  await lockListings(tx, [rental.listingId])
  await sql`lock table payout in share mode`.execute(tx)
  const { rows } = await sql<{ facts: UndoFacts }>`select ${undoFactsJson} as facts
    from rental r join "order" o on o.id = r.order_id where r.id = ${rental.id}`.execute(tx)
  return rows[0]!.facts
}
