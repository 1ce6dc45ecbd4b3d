import { sql } from 'kysely'
import { asRenter } from '#domain/access.ts'
import { system } from '#domain/actor.ts'
import { decide } from '#domain/rental/lifecycle.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Services, Tx } from '../context.ts'
import { changing, recordEffects, recordEvents } from '../record.ts'
import { lockRental } from '../rental/queries.ts'
import { recordStep } from '../rental/take-step.ts'
import { findPayableOrder, lockOrderRentals, lockPayableOrder } from './queries.ts'
import { settleCheckout } from './settle-checkout.ts'

/**
 * Gives an unpaid order up: it is `expired` or `cancelled`, its rentals free their dates, and its checkout is closed
 * at the provider. Refusals: `not-found`; `status` (it is paid, or over already); `early` (it still holds its dates,
 * for `expired`).
 */
export async function releaseOrder(
  ctx: Services & Partial<Pick<Context, 'actor'>>,
  { orderId, to }: { orderId: string; to: 'expired' | 'cancelled' },
): Promise<Verdict> {
  return changing(ctx, (tx) => release(tx, { clock: ctx.clock, actor: ctx.actor ?? system }, orderId, to))
}

/** As `releaseOrder`, as a part of a larger change. */
export async function release(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  orderId: string,
  to: 'expired' | 'cancelled',
): Promise<Verdict> {
  const order = await lockPayableOrder(tx, orderId)
  if (!order) return notFound()
  if (order.status !== 'awaiting_payment')
    return refuse('status', 'This order no longer waits for a payment.')
  if (to === 'expired' && order.holdsUntil! > ctx.clock.now())
    return refuse('early', 'This order still holds its dates.')
  for (const { id } of await lockOrderRentals(tx, orderId)) {
    const rental = (await lockRental(tx, id))!
    const step = decide(rental, 'release', system, ctx.clock.now())
    if (step.ok) await recordStep(tx, { clock: ctx.clock, actor: system }, rental, step)
  }
  await sql`update "order" set status = ${to} where id = ${orderId}`.execute(tx)
  await recordEvents(tx, ctx, [
    { subject: 'order', subjectId: orderId, action: to === 'expired' ? 'expire' : 'cancel' },
  ])
  if (order.session && !order.session.closedAt)
    await recordEffects(tx, ctx, [{ kind: 'close-checkout', payload: { sessionId: order.session.id } }])
  return { ok: true }
}

/**
 * A renter gives an order of theirs up that waits for their payment. The provider is asked first, so that one just
 * paid is confirmed instead. Refusals: `not-found`, `paid`, `status`.
 */
export async function cancelUnpaidOrder(ctx: Context, orderNumber: string): Promise<Verdict> {
  const gate = asRenter(ctx.actor)
  const order = await findPayableOrder(ctx.db, { number: orderNumber })
  if (!gate.ok || !order || order.renterId !== gate.renter.id) return notFound()
  if (order.session && order.status === 'awaiting_payment') await settleCheckout(ctx, order.session.id)
  const released = await releaseOrder(ctx, { orderId: order.id, to: 'cancelled' })
  if (released.ok) return released
  const now = await findPayableOrder(ctx.db, { id: order.id })
  return now?.status === 'confirmed'
    ? refuse('paid', 'This order has been paid meanwhile. You can cancel its rentals in your tracker.')
    : released
}
