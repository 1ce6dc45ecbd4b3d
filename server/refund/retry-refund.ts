import type { MoneyAdmin } from '#domain/access.ts'
import { whyByHand } from '#domain/refund/refund.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import { isSilent, type PaymentGateway } from '#gateways/payments/port.ts'
import type { Context, Db } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { findProviderRefund, type ListDoubt } from './find-provider-refund.ts'
import { recordRefundResult } from './record-refund-result.ts'
import { isProposed, lockRefund } from './queries.ts'

/** The result: `asked` again, as a new attempt; `found`, as the provider had made it or has it on its way. */
type Retried = Verdict<{ outcome: 'asked' | 'found' }>

/**
 * Requests a refund again that waits for an admin (`manual`). First the earlier attempts are looked up: one that the
 * provider made or has on its way is recorded (`found`); only without one a new refund is requested (`asked`), with
 * its own key, so that it is never paid twice. Refusals: `not-found`, `status` (it does not wait, or that it was paid
 * by hand waits for another admin), `off` (no provider), `late` (it has to be paid by hand: `whyByHand`), `provider`
 * (it does not answer), `unsure` (what it answers does not show whether it was made).
 */
export async function retryRefund(
  ctx: Context,
  _admin: MoneyAdmin,
  { refundId }: { refundId: string },
): Promise<Retried> {
  const { payments } = ctx
  const refund = await ctx.db.selectFrom('refund').selectAll().where('id', '=', refundId).executeTakeFirst()
  if (!refund) return notFound()
  if (refund.status !== 'manual') return notWaiting()
  if (!payments) return refuse('off', 'Paying online is switched off: there is no provider to ask.')
  const before = await findEarlier(ctx.db, payments, refund)
  if (!before.ok) return before
  if (before.made) {
    await recordRefundResult(ctx, refund, before.made, ['manual'], ctx.actor)
    return { ok: true, outcome: 'found' }
  }
  return inTransaction(ctx, async (tx): Promise<Retried> => {
    const locked = await lockRefund(tx, refundId)
    if (locked?.status !== 'manual' || locked.attempt !== refund.attempt) return notWaiting()
    if (await isProposed(tx, refundId))
      return refuse('status', 'That it was paid by hand waits for another admin. Nothing was changed.')
    const byHand = whyByHand(locked, locked.centavos, ctx.clock.now())
    if (byHand) return refuse('late', byHand)
    const attempt = locked.attempt + 1
    await tx
      .updateTable('refund')
      .set({ status: 'due', attempt, providerId: null, triedAt: null, note: null })
      .where('id', '=', refundId)
      .execute()
    await recordEvents(tx, ctx, [
      {
        subject: 'refund',
        subjectId: refundId,
        action: 'retry',
        detail: {
          from: 'manual',
          to: 'due',
          attempt,
          ...(locked.providerId ? { before: locked.providerId } : {}),
        },
      },
    ])
    await recordEffects(tx, ctx, [{ kind: 'send-refund', payload: { refundId } }])
    return { ok: true, outcome: 'asked' }
  })
}

const notWaiting = () => refuse('status', 'This refund no longer waits for an admin. Nothing was changed.')
const notNow = () => refuse('provider', 'The provider could not be asked. Please try again.')

const doubts: Record<ListDoubt | 'unreadable', string> = {
  'too-short':
    'The provider’s list does not go back far enough. ' +
    'Please look in its dashboard whether it was made before you pay it out.',
  unmatched:
    'One refund of this amount there carries no note of ours. ' +
    'Please look whether it is this one before you pay it out.',
  unreadable:
    'What the provider answers about it can’t be used. ' +
    'Please look there whether it was made before you pay it out.',
}

/**
 * The provider's refund of the earlier attempts: by the id of the last one, and in its list. A failed one does not
 * count.
 */
async function findEarlier(
  db: Db,
  payments: PaymentGateway,
  refund: { id: string; paymentId: string; centavos: number; providerId: string | null; createdAt: Date },
) {
  let isUnreadable = false
  if (refund.providerId) {
    const answer = await payments.findRefund(refund.providerId)
    if (!answer.ok && isSilent(answer)) return notNow()
    isUnreadable = !answer.ok && answer.reason !== 'not-found'
    if (answer.ok && answer.refund.status !== 'failed') return { ok: true as const, made: answer.refund }
  }
  const found = await findProviderRefund(db, payments, refund)
  if (!found) return notNow()
  const doubt = isUnreadable ? 'unreadable' : found.doubt
  if (!found.match && doubt) return refuse('unsure', doubts[doubt])
  return { ok: true as const, made: found.match }
}
