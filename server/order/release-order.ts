import { sql } from 'kysely'
import { system } from '#domain/actor.ts'
import { decide } from '#domain/rental/lifecycle.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Services, Tx } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { endChange } from '../rental/end-change.ts'
import { recordAction } from '../rental/record-action.ts'
import { lockOrderRentals, lockPayableOrder } from './queries.ts'

/** How the change that an order pays ends with it: by itself, unless its renter took it back. */
type EndedAs = 'expired' | 'withdrawn'

/**
 * Ends an unpaid order: it is `expired` or `cancelled`, its rentals, or the change it pays, free their dates, and its
 * checkout is closed at the provider. Refusals: `not-found`; `status` (it is paid, or has ended already); `early` (it
 * still holds its dates, for `expired`).
 */
export async function releaseOrder(
  ctx: Services & Partial<Pick<Context, 'actor'>>,
  { orderId, to, change }: { orderId: string; to: 'expired' | 'cancelled'; change?: EndedAs },
): Promise<Verdict> {
  return inTransaction(ctx, (tx) =>
    release(tx, { clock: ctx.clock, actor: ctx.actor ?? system }, orderId, to, change),
  )
}

/** As `releaseOrder`, as a part of a larger change. */
export async function release(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  orderId: string,
  to: 'expired' | 'cancelled',
  change: EndedAs = 'expired',
): Promise<Verdict> {
  const order = await lockPayableOrder(tx, orderId)
  if (!order) return notFound()
  if (order.status !== 'awaiting_payment')
    return refuse('status', 'This order no longer waits for a payment.')
  if (to === 'expired' && order.holdsUntil! > ctx.clock.now())
    return refuse('early', 'This order still holds its dates.')
  for (const rental of await lockOrderRentals(tx, orderId)) {
    const decision = decide(rental, 'release', system, ctx.clock.now())
    if (decision.ok) await recordAction(tx, { clock: ctx.clock, actor: system }, rental, decision)
  }
  await endChange(tx, ctx, { orderId }, change, ['renter', 'owner'])
  await sql`update "order" set status = ${to} where id = ${orderId}`.execute(tx)
  await recordEvents(tx, ctx, [
    { subject: 'order', subjectId: orderId, action: to === 'expired' ? 'expire' : 'cancel' },
  ])
  if (order.session && !order.session.closedAt)
    await recordEffects(tx, ctx, [{ kind: 'close-checkout', payload: { sessionId: order.session.id } }])
  return { ok: true }
}
