import type { Confirmer } from '#domain/access.ts'
import { payoutReversedEntry } from '#domain/book/book.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { recordEvents } from '../record.ts'
import { writeBook } from './write-book.ts'

type Reversal = { payoutId: string; reason: string }

/** The payout, locked, if it can be reversed now. Refusals: `not-found`, `status`. */
export async function checkReversal(tx: Tx, { payoutId }: Pick<Reversal, 'payoutId'>) {
  const payout = await tx
    .selectFrom('payout')
    .selectAll()
    .where('id', '=', payoutId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!payout) return notFound()
  if (payout.reversedAt)
    return refuse('status', 'This payout has been taken back already. Nothing was changed.')
  return { ok: true as const, payout }
}

/**
 * Reverses a wrongly recorded payout, in the caller's transaction. It stays, with who proposed that and why, and a
 * second entry in the book reverses the first. Refusals: `not-found`, `status` (it is reversed already).
 */
export async function reversePayout(
  tx: Tx,
  ctx: Context,
  confirmer: Confirmer,
  { payoutId, reason }: Reversal,
): Promise<Verdict> {
  const verdict = await checkReversal(tx, { payoutId })
  if (!verdict.ok) return verdict
  const { payout } = verdict
  await tx
    .updateTable('payout')
    .set({ reversedAt: ctx.clock.now(), reversedBy: confirmer.proposedBy, reversalReason: reason })
    .where('id', '=', payoutId)
    .execute()
  await writeBook(tx, ctx, [payoutReversedEntry(payout)])
  await recordEvents(tx, ctx, [
    {
      subject: 'payout',
      subjectId: payoutId,
      action: 'reverse',
      detail: { reference: payout.reference, centavos: payout.centavos },
    },
  ])
  return { ok: true }
}
