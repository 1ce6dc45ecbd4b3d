import { asRecent, type Confirmer } from '#domain/access.ts'
import { payoutReversedEntry } from '#domain/book/book.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { writeBook } from './write-book.ts'

type Reversal = { payoutId: string; reason: string }

/**
 * Reverses a wrongly recorded payout. It stays, with who proposed that and why, and a second entry in the book
 * reverses the first. Refusals: `proof`, `not-found`, `status` (it is reversed already).
 */
export async function reversePayout(
  ctx: Context,
  confirmer: Confirmer,
  reversal: Reversal,
): Promise<Verdict> {
  const proof = asRecent(ctx.actor, ctx.clock.now())
  return proof.ok ? inTransaction(ctx, (tx) => writeReversal(tx, ctx, confirmer, reversal)) : proof
}

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

/** As `reversePayout`, as a part of a larger change. */
export async function writeReversal(
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
