import { resumedUntil } from '#domain/deposit/deposit.ts'
import type { Centavos } from '#domain/money.ts'
import type { Context, Tx } from '../context.ts'

/**
 * Lets a late fee that is not taken go on as a dispute about its rental ends, in the transaction that locks the
 * rental: what was left of the time to object when it was decided begins now, and of the deposit the fee takes what
 * the dispute leaves, `leftCentavos`, as far as the deposit does not pay it already. Returns how much more it takes,
 * in centavos.
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
  const times = { completedAt: fee.fixedAt, closedAt: ctx.clock.now() }
  const dueAt = decidedAt ? resumedUntil(fee.dueAt, { ...times, decidedAt }) : fee.dueAt
  await tx
    .updateTable('lateFee')
    .set({ depositCentavos: fee.depositCentavos + more, dueAt })
    .where('rentalId', '=', rentalId)
    .execute()
  return more
}
