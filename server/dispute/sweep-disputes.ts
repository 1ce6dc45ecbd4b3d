import { sql } from 'kysely'
import { system } from '#domain/actor.ts'
import { noAward } from '#domain/dispute/dispute.ts'
import type { Services } from '../context.ts'
import { inTransaction } from '../record.ts'
import { sweepEach } from '../sweep-each.ts'
import { lockDispute } from './lock-dispute.ts'
import { settleDispute } from './settle-dispute.ts'

/**
 * Ends the disputes whose time is over, also those that became due during downtime. An undecided dispute ends without
 * an award; a decided one ends by its first decision, as nobody appealed or nobody decided on the appeal. Returns how
 * many it ended, 200 at most.
 */
export async function sweepDisputes(
  services: Services,
  stopping: () => boolean = () => false,
): Promise<number> {
  const { rows } = await sql<{ rentalId: string }>`select rental_id from dispute
    where due_at < ${services.clock.now()} order by due_at limit 200`.execute(services.db)
  return sweepEach(services, stopping, rows, ({ rentalId }) => endDispute(services, rentalId))
}

async function endDispute(services: Services, rentalId: string): Promise<unknown> {
  return inTransaction(services, async (tx) => {
    const locked = await lockDispute(tx, rentalId)
    const dispute = locked?.dispute
    if (!dispute?.dueAt || dispute.dueAt >= services.clock.now()) return { ok: true }
    const first = locked!.decisions[0]
    const end = first
      ? { award: first, neverGot: first.neverGot, outcome: 'decided' as const }
      : { award: noAward, outcome: 'undecided' as const }
    await settleDispute(tx, { ...services, actor: system }, { ...locked!, dispute }, end)
    return { ok: true }
  })
}
