import type { MoneyAdmin } from '#domain/access.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'

/**
 * An admin explains a difference that a reconciliation found; later runs with the same difference copy the
 * explanation. Refusals: `not-found`, `status` (it has been explained).
 */
export async function explainDifference(
  ctx: Context,
  admin: MoneyAdmin,
  { differenceId, explanation }: { differenceId: number; explanation: string },
): Promise<Verdict> {
  return inTransaction(ctx, async (tx) => {
    const difference = await tx
      .selectFrom('reconciliationDifference')
      .select(['reconciliationId', 'kind', 'providerId', 'explainedAt'])
      .where('id', '=', differenceId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!difference) return notFound()
    if (difference.explainedAt)
      return refuse('status', 'This difference has been explained already. Nothing was changed.')
    await tx
      .updateTable('reconciliationDifference')
      .set({ explanation, explainedAt: ctx.clock.now(), explainedBy: admin.id })
      .where('id', '=', differenceId)
      .execute()
    const { kind, providerId } = difference
    await recordEvents(tx, ctx, [
      {
        subject: 'reconciliation',
        subjectId: difference.reconciliationId,
        action: 'explain',
        detail: { kind, ...(providerId ? { provider: providerId } : {}) },
      },
    ])
    return { ok: true }
  })
}
