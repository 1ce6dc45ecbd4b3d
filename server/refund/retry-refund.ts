import type { Admin } from '#domain/access.ts'
import { goesByProvider } from '#domain/refund/refund.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { changing, recordEffects, recordEvents } from '../record.ts'
import { lockRefund } from './queries.ts'

/**
 * An admin has a refund that the provider could not send asked of it once more, as a new try with a key of its own. Only when the
 * provider says, now, that the try before has failed: then no two tries can both arrive. Refusals: `not-found`, `status`, `unsure`
 * (it was refused or never answered, so that there is no failed try), `late` (its channel takes no refunds any more), `provider`.
 */
export async function retryRefund(
  ctx: Context,
  _admin: Admin,
  { refundId }: { refundId: string },
): Promise<Verdict> {
  const known = await ctx.db
    .selectFrom('refund')
    .select(['providerId', 'status'])
    .where('id', '=', refundId)
    .executeTakeFirst()
  if (!known) return notFound()
  if (known.status !== 'manual') return refuse('status', 'This refund no longer waits for an admin.')
  if (!known.providerId)
    return refuse('unsure', 'The provider has no failed try of this refund, so that it could be sent twice.')
  const answer = await ctx.payments?.findRefund(known.providerId)
  if (!answer?.ok) return refuse('provider', 'The provider could not be asked. Please try again.')
  if (answer.refund.status !== 'failed')
    return refuse('status', `The provider says that this refund is ${answer.refund.status}.`)
  return changing(ctx, async (tx) => {
    const refund = await lockRefund(tx, refundId)
    if (refund?.status !== 'manual' || refund.providerId !== known.providerId)
      return refuse('status', 'This refund no longer waits for an admin. Nothing was changed.')
    if (!goesByProvider(refund, refund.centavos, ctx.clock.now()))
      return refuse('late', 'The payment method does not take refunds through the provider (any more).')
    const attempt = refund.attempt + 1
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
        detail: { from: 'manual', to: 'due', attempt, failed: known.providerId },
      },
    ])
    await recordEffects(tx, ctx, [{ kind: 'send-refund', payload: { refundId } }])
    return { ok: true }
  })
}
