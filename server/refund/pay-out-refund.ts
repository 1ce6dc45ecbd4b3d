import { asRecent, type MoneyAdmin } from '#domain/access.ts'
import { refundSentEntry } from '#domain/book/book.ts'
import { decideMovedOn } from '#domain/book/by-hand.ts'
import { type PayOutRefundForm } from '#domain/refund/refund-form.ts'
import { dayInManila } from '#domain/period.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { lockRefund } from './queries.ts'
import { writeBook } from '../book/write-book.ts'

/**
 * An admin has paid a refund by hand from the bank and records how. Only a refund in the state `manual`; the renter is
 * notified. Refusals: `proof`, `not-found`, `status` (someone paid it meanwhile, or it is not to be paid by hand),
 * `day` (in the future, or before it was owed).
 */
export async function payOutRefund(
  ctx: Context,
  admin: MoneyAdmin,
  { refundId, proof, paidOn }: Pick<PayOutRefundForm, 'refundId' | 'proof' | 'paidOn'>,
): Promise<Verdict> {
  const recent = asRecent(ctx.actor, ctx.clock.now())
  if (!recent.ok) return recent
  return inTransaction(ctx, async (tx) => {
    const refund = await lockRefund(tx, refundId)
    if (!refund) return notFound()
    if (refund.status === 'paid_out')
      return refuse('status', 'This refund has been paid out already. Nothing was changed.')
    if (refund.status !== 'manual')
      return refuse('status', 'This refund goes back by the provider. Nothing was changed.')
    const now = ctx.clock.now()
    const moved = decideMovedOn(paidOn, now, dayInManila(refund.createdAt))
    if (!moved.ok) return moved
    await tx
      .updateTable('refund')
      .set({ status: 'paid_out', proof, paidOn, paidOutBy: admin.id, doneAt: now })
      .where('id', '=', refundId)
      .execute()
    await writeBook(tx, ctx, [refundSentEntry(refund, 'bank')])
    await recordEvents(tx, ctx, [
      {
        subject: 'refund',
        subjectId: refundId,
        action: 'pay-out',
        detail: { from: 'manual', to: 'paid_out', centavos: refund.centavos, 'paid on': paidOn },
      },
    ])
    await recordEffects(tx, ctx, [{ kind: 'refund-mail', payload: { refundId } }])
    return { ok: true }
  })
}
