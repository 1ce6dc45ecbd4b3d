import { resumedUntil } from '#domain/deposit/deposit.ts'
import type { Centavos } from '#domain/money.ts'
import type { Context, Tx } from '../context.ts'

/**
 * Restarts the late fee of a rental, if one is still to be taken, when a dispute about the rental closes. Runs in the
 * transaction that locks the rental, and moves no money.
 *
 * - Time: what was left of the time to object at the first decision, `decidedAt`, starts again now. Without a
 *   decision the time stays.
 * - Amount: the part of the fee that the deposit pays grows by the rest of the fee, at most by `leftCentavos`, which
 *   is what the award leaves of the deposit.
 *
 * Returns by how much that part grew, in centavos; 0 when there is no such fee.
 */
export async function resumeLateFee(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  rentalId: string,
  { decidedAt, leftCentavos }: { decidedAt: Date | undefined; leftCentavos: Centavos },
): Promise<Centavos> {
  const fee = await tx
    .selectFrom('lateFee')
    .select(['feeCentavos', 'depositCentavos', 'fixedAt', 'dueAt'])
    .where('rentalId', '=', rentalId)
    .executeTakeFirst()
  if (!fee?.fixedAt || !fee.dueAt) return 0
  const more = Math.min(fee.feeCentavos - fee.depositCentavos, leftCentavos)
  const dueAt = decidedAt
    ? resumedUntil(fee.dueAt, { completedAt: fee.fixedAt, closedAt: ctx.clock.now(), decidedAt })
    : fee.dueAt
  await tx
    .updateTable('lateFee')
    .set({ depositCentavos: fee.depositCentavos + more, dueAt })
    .where('rentalId', '=', rentalId)
    .execute()
  return more
}
