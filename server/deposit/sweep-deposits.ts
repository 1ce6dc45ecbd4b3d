import { sql } from 'kysely'
import { system } from '#domain/actor.ts'
import type { Services } from '../context.ts'
import { inTransaction } from '../record.ts'
import { sweepEach } from '../sweep-each.ts'
import { hasOpenDecision, lockDeposit, cancelDepositReturn, waitsForDecision } from './lock-deposit.ts'
import { askForCash, returnDueDeposit } from './return-deposit.ts'

/**
 * Returns the deposits that nobody claimed within 48 hours, also those that became due during downtime. While a
 * decision about their rental can be appealed nobody can claim, so they wait for the end of the dispute. A deposit in
 * cash only its owner can hand back: both sides are notified once that it is time. Returns how many it handled.
 */
export async function sweepDeposits(
  services: Services,
  stopping: () => boolean = () => false,
): Promise<number> {
  const now = services.clock.now()
  const { rows } = await sql<{ id: string; inCash: boolean }>`
    select r.id, o.payment_method = 'cash_on_delivery' as in_cash from rental r join "order" o on o.id = r.order_id
    where r.deposit_due_at < ${now} and not ${hasOpenDecision(sql`r.id`)}
    order by r.deposit_due_at limit 200`.execute(services.db)
  return sweepEach(services, stopping, rows, ({ id, inCash }) =>
    inCash ? endCashClaims(services, id) : returnDueDeposit(services, { rentalId: id }),
  )
}

async function endCashClaims(services: Services, rentalId: string): Promise<unknown> {
  return inTransaction(services, async (tx) => {
    const deposit = await lockDeposit(tx, rentalId)
    if (!deposit?.rental.depositDueAt || (await waitsForDecision(tx, rentalId))) return { ok: true }
    await cancelDepositReturn(tx, rentalId)
    await askForCash(tx, { ...services, actor: system }, rentalId)
    return { ok: true }
  })
}
