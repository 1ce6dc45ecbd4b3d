import { asRecent, type MoneyAdmin } from '#domain/access.ts'
import { payoutReversedEntry } from '#domain/book/book.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { writeBook } from './write-book.ts'

/**
 * An admin cancels a wrongly recorded payout. It stays, with who cancelled it and why, and a second entry in the book
 * reverses the first. Refusals: `proof`, `not-found`, `status` (it was cancelled before).
 */
export async function reversePayout(
  ctx: Context,
  admin: MoneyAdmin,
  { payoutId, reason }: { payoutId: string; reason: string },
): Promise<Verdict> {
  const proof = asRecent(ctx.actor, ctx.clock.now())
  if (!proof.ok) return proof
  return inTransaction(ctx, async (tx) => {
    const payout = await tx
      .selectFrom('payout')
      .selectAll()
      .where('id', '=', payoutId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!payout) return notFound()
    if (payout.reversedAt)
      return refuse('status', 'This payout has been taken back already. Nothing was changed.')
    await tx
      .updateTable('payout')
      .set({ reversedAt: ctx.clock.now(), reversedBy: admin.id, reversalReason: reason })
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
  })
}
