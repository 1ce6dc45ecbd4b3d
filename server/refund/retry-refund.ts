import type { Admin } from '#domain/access.ts'
import { whyByHand } from '#domain/refund/refund.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { PaymentGateway } from '#gateways/payments/port.ts'
import type { Context } from '../context.ts'
import { changing, recordEffects, recordEvents } from '../record.ts'
import { findMade } from './find-made.ts'
import { noteRefund } from './note-refund.ts'
import { lockRefund } from './queries.ts'

/** What became of it: `asked` again, as a new try; `found`, as the provider had made it or has it on its way. */
type Retried = Verdict<{ outcome: 'asked' | 'found' }>

/**
 * An admin has a refund that was left to them tried at the provider once more. The provider is asked first what
 * became of the tries before: one that it made or has on its way is taken for ours, and only when there is none it is
 * asked for a new one, with a key of its own, so that no two arrive. Refusals: `not-found`, `status`, `off` (no
 * provider), `late` (it has to go by hand), `provider` (it can't be asked), `unsure` (its list does not go back far
 * enough).
 */
export async function retryRefund(
  ctx: Context,
  _admin: Admin,
  { refundId }: { refundId: string },
): Promise<Retried> {
  const { payments } = ctx
  const refund = await ctx.db.selectFrom('refund').selectAll().where('id', '=', refundId).executeTakeFirst()
  if (!refund) return notFound()
  if (refund.status !== 'manual') return gone()
  if (!payments) return refuse('off', 'Paying online is switched off: there is no provider to ask.')
  const before = await findEarlier(payments, refund)
  if (!before.ok) return before
  if (before.made) {
    await noteRefund(ctx, refund, before.made, ['manual'])
    return { ok: true, outcome: 'found' }
  }
  return changing(ctx, async (tx): Promise<Retried> => {
    const now = await lockRefund(tx, refundId)
    if (now?.status !== 'manual' || now.attempt !== refund.attempt) return gone()
    const byHand = whyByHand(now, now.centavos, ctx.clock.now())
    if (byHand) return refuse('late', byHand)
    const attempt = now.attempt + 1
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
        detail: { from: 'manual', to: 'due', attempt, ...(now.providerId ? { before: now.providerId } : {}) },
      },
    ])
    await recordEffects(tx, ctx, [{ kind: 'send-refund', payload: { refundId } }])
    return { ok: true, outcome: 'asked' }
  })
}

const gone = () => refuse('status', 'This refund no longer waits for an admin. Nothing was changed.')
const notNow = () => refuse('provider', 'The provider could not be asked. Please try again.')

/**
 * What the provider made of the tries before: by the id it gave the last one, and in its list. One that failed is
 * none.
 */
async function findEarlier(
  payments: PaymentGateway,
  refund: { id: string; paymentId: string; providerId: string | null; createdAt: Date },
) {
  if (refund.providerId) {
    const answer = await payments.findRefund(refund.providerId)
    if (!answer.ok && answer.reason !== 'not-found') return notNow()
    if (answer.ok && answer.refund.status !== 'failed') return { ok: true as const, made: answer.refund }
  }
  const found = await findMade(payments, refund)
  if (!found) return notNow()
  if (!found.made && !found.isSure)
    return refuse(
      'unsure',
      'The provider’s list does not go back far enough. Please look there and pay it out by hand.',
    )
  return { ok: true as const, made: found.made }
}
