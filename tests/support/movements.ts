import type { MoneyAdmin } from '#domain/access.ts'
import type { Movement } from '#domain/proposal/proposal.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '#server/context.ts'
import { recordMovement } from '#server/proposal/record-movement.ts'

/** As `recordMovement` where the site needs no second admin, whatever its settings say. */
const record = (ctx: Context, admin: MoneyAdmin, movement: Movement) =>
  recordMovement({ ...ctx, settings: { ...ctx.settings, adminFourEyes: false } }, admin, movement)

type Payload<Kind extends Movement['kind']> = Extract<Movement, { kind: Kind }>['payload']

/** An admin records a payout; returns its id. */
export async function recordPayout(
  ctx: Context,
  admin: MoneyAdmin,
  payload: Payload<'payout'>,
): Promise<Verdict<{ payoutId: string }>> {
  const verdict = await record(ctx, admin, { kind: 'payout', payload })
  if (!verdict.ok) return verdict
  const { id: payoutId } = await ctx.db
    .selectFrom('payout')
    .select('id')
    .where('reference', '=', payload.reference)
    .where('reversedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return { ok: true, payoutId }
}

/** An admin takes a payout back. */
export const reversePayout = (ctx: Context, admin: MoneyAdmin, payload: Payload<'reversal'>) =>
  record(ctx, admin, { kind: 'reversal', payload })

/** An admin records a refund that was paid by hand. */
export const payOutRefund = (ctx: Context, admin: MoneyAdmin, payload: Payload<'refund'>) =>
  record(ctx, admin, { kind: 'refund', payload })
