import { asRenter } from '#domain/access.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { findPayableOrder, type OrderPart } from '../order/queries.ts'
import { releaseOrder } from '../order/release-order.ts'
import { settleCheckout } from './settle-checkout.ts'

/**
 * A renter cancels an order of theirs that waits for its payment. The provider is asked first, so that an order that
 * was just paid is confirmed instead. If the provider doesn't answer, the order is cancelled, and `settleCheckout`
 * deals with a payment that is found later. `part` is the change or debt that the order would have paid. Refusals:
 * `not-found`, `paid`, `status` (it ended already).
 */
export async function cancelUnpaidOrder(
  ctx: Context,
  orderNumber: string,
): Promise<Verdict<{ part: OrderPart }>> {
  const gate = asRenter(ctx.actor)
  const order = await findPayableOrder(ctx.db, { number: orderNumber })
  if (!gate.ok || !order || order.renterId !== gate.renter.id) return notFound()
  if (order.session && order.status === 'awaiting_payment') await settleCheckout(ctx, order.session.id)
  const released = await releaseOrder(ctx, { orderId: order.id, to: 'cancelled', change: 'withdrawn' })
  if (released.ok) return { ok: true, part: order.part }
  const current = await findPayableOrder(ctx.db, { id: order.id })
  return current?.status === 'confirmed'
    ? refuse('paid', 'This order has been paid meanwhile. You can cancel its rentals in your tracker.')
    : released
}
