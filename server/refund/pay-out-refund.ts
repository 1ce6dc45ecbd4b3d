import type { Confirmer } from '#domain/access.ts'
import { refundSentEntry } from '#domain/book/book.ts'
import { decideMovedOn } from '#domain/book/by-hand.ts'
import { type PayOutRefundForm } from '#domain/refund/refund-form.ts'
import { dayInManila } from '#domain/period.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { recordEffects, recordEvents } from '../record.ts'
import { lockRefund } from './queries.ts'
import { writeBook } from '../book/write-book.ts'

type Payment = Pick<PayOutRefundForm, 'refundId' | 'proof' | 'paidOn'>

/** The refund, locked, if it can be recorded as paid by hand now. Refusals: `not-found`, `status`, `day`. */
export async function checkPaidOut(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  { refundId, paidOn }: Pick<Payment, 'refundId' | 'paidOn'>,
) {
  const refund = await lockRefund(tx, refundId)
  if (!refund) return notFound()
  if (refund.status === 'paid_out')
    return refuse('status', 'This refund has been paid out already. Nothing was changed.')
  if (refund.status !== 'manual')
    return refuse('status', 'This refund goes back by the provider. Nothing was changed.')
  const moved = decideMovedOn(paidOn, ctx.clock.now(), dayInManila(refund.createdAt))
  return moved.ok ? { ok: true as const, refund } : moved
}

/**
 * Records how an admin paid a refund by hand from the bank, in the caller's transaction: only a refund in the state
 * `manual`. The renter is notified. Refusals: `not-found`, `status` (someone paid it meanwhile, or it is not to be
 * paid by hand), `day` (in the future, or before it was owed).
 */
export async function payOutRefund(
  tx: Tx,
  ctx: Context,
  confirmer: Confirmer,
  { refundId, proof, paidOn }: Payment,
): Promise<Verdict> {
  const verdict = await checkPaidOut(tx, ctx, { refundId, paidOn })
  if (!verdict.ok) return verdict
  const { refund } = verdict
  await tx
    .updateTable('refund')
    .set({ status: 'paid_out', proof, paidOn, paidOutBy: confirmer.proposedBy, doneAt: ctx.clock.now() })
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
}
