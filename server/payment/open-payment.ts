import type { Renter } from '#domain/access.ts'
import { onlineOffer, payMongoFailed } from '#domain/payment/payment.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import { deliveryText } from '#domain/pricing/pricing.ts'
import { totalsOf } from '#domain/book/money-line.ts'
import { daysBetween, lastDay, parsePeriod } from '#domain/period.ts'
import type { CheckoutLine, PaymentGateway, ProviderCheckout } from '#gateways/payments/port.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import {
  findOrderPurpose,
  findPayableOrder,
  lockPayableOrder,
  type OrderPurpose,
  type PurchasedRental,
  type PayableOrder,
} from '../order/queries.ts'
import { release, releaseOrder } from '../order/release-order.ts'

/** The refusal when no checkout can be opened: payments are off, no channel fits, or the provider refused. */
const noCheckoutAddress = () => refuse('no-address', 'Could not initiate PayMongo payment.')
const paid = () => refuse('paid', 'This order is paid.')
/** The refusal of an order that can't be paid any more. */
const over = ({ status, isPointless, part }: PayableOrder) => {
  if (status === 'cancelled' || isPointless)
    return refuse('over', 'There is nothing to pay for this order any more.')
  return refuse(
    'over',
    part?.kind === 'debt'
      ? 'This order was not paid in time.'
      : 'This order was not paid in time, and its dates are free again.',
  )
}
/** The refusal when the provider does not answer or fails. */
const providerFailed = () => refuse('provider', payMongoFailed)

/**
 * The address of the provider's page where a renter pays their order; the same one again until the order is paid or
 * has ended. When the provider refuses or fails, the order is cancelled: its dates are free, and the cart is as it
 * was; only that of a change waits on when it fails, as its owner has agreed. Refusals: `not-found`, `paid`, `over`
 * (expired or cancelled, or its change or debt is), `no-address`, `provider`.
 */
export async function openPayment(
  ctx: Context,
  renter: Renter,
  orderNumber: string,
): Promise<Verdict<{ url: string }>> {
  const order = await findPayableOrder(ctx.db, { number: orderNumber })
  if (!order || order.renterId !== renter.id || order.paymentMethod !== 'online') return notFound()
  if (order.status === 'confirmed') return paid()
  if (order.status !== 'awaiting_payment' || order.holdsUntil! <= ctx.clock.now()) return over(order)
  if (order.isPointless) {
    await releaseOrder(ctx, { orderId: order.id, to: 'cancelled' })
    return over(order)
  }
  if (order.session && !order.session.closedAt) return { ok: true, url: order.session.url }
  if (!ctx.payments || order.session) return giveUp(ctx, order, noCheckoutAddress())
  return openNewCheckout(ctx, ctx.payments, renter, order)
}

async function openNewCheckout(
  ctx: Context,
  gateway: PaymentGateway,
  renter: Renter,
  order: PayableOrder,
): Promise<Verdict<{ url: string }>> {
  const purpose = await findOrderPurpose(ctx.db, order.id)
  // A debt that was paid is not refunded, so the time in which a channel can refund does not matter.
  const lines = purpose.kind === 'debt' ? [] : purpose.rentals.map(payable)
  const offer = onlineOffer({ lines, total: order.totalCentavos }, ctx.settings.payments, ctx.clock.now())
  if (!offer.ok) return giveUp(ctx, order, noCheckoutAddress())
  const answer = await gateway.openCheckout(
    {
      orderNumber: order.number,
      lines: purpose.rentals.flatMap((rental) => checkoutLines(rental, purpose)),
      channels: offer.channels,
      payer: { name: `${renter.firstName} ${renter.lastName}`, email: renter.email },
      successUrl: `${ctx.settings.baseUrl}/checkout/return?order=${order.number}`,
      cancelUrl: `${ctx.settings.baseUrl}/checkout/return?order=${order.number}&left=1`,
    },
    `order-${order.id}`,
  )
  if (!answer.ok) {
    ctx.log.warn({ order: order.number, reason: answer.reason, codes: answer.codes }, 'checkout not opened')
    if (answer.reason === 'refused') return giveUp(ctx, order, noCheckoutAddress())
    // The same key opens the same page at the next try, and the sweep ends what is not paid in time.
    return order.part?.kind === 'change' ? providerFailed() : giveUp(ctx, order, providerFailed())
  }
  return storeCheckout(ctx, gateway, order, answer.checkout)
}

/** Stores a checkout that was opened. When its order ended meanwhile, the checkout is closed again. */
async function storeCheckout(
  ctx: Context,
  gateway: PaymentGateway,
  order: PayableOrder,
  checkout: ProviderCheckout,
): Promise<Verdict<{ url: string }>> {
  const { locked } = await inTransaction(ctx, async (tx) => {
    const locked = (await lockPayableOrder(tx, order.id))!
    const session = {
      id: checkout.id,
      orderId: order.id,
      url: checkout.url,
      live: gateway.live,
      centavos: order.totalCentavos,
      createdAt: ctx.clock.now(),
    }
    const stored = await tx
      .insertInto('checkoutSession')
      .values(session)
      // A parallel request may have stored the same checkout.
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirstOrThrow()
    if (stored.numInsertedOrUpdatedRows)
      await recordEvents(tx, ctx, [
        { subject: 'order', subjectId: order.id, action: 'open-payment', detail: { session: checkout.id } },
      ])
    if (locked.status !== 'awaiting_payment')
      await recordEffects(tx, ctx, [{ kind: 'close-checkout', payload: { sessionId: checkout.id } }])
    return { ok: true as const, locked }
  })
  if (locked.status === 'awaiting_payment') return { ok: true, url: checkout.url }
  return locked.status === 'confirmed' ? paid() : over(locked)
}

/** Cancels the order, unless another request opened its page meanwhile, which then is returned, or it was paid. */
async function giveUp(
  ctx: Context,
  order: PayableOrder,
  refusal: ReturnType<typeof refuse>,
): Promise<Verdict<{ url: string }>> {
  const other = await inTransaction(ctx, async (tx) => {
    const locked = await lockPayableOrder(tx, order.id)
    const open = locked?.status === 'awaiting_payment' && !locked.session?.closedAt && locked.session
    if (open && open.id !== order.session?.id) return { ok: true as const, url: open.url }
    await release(tx, ctx, order.id, 'cancelled')
    return { ok: true as const, url: null, isPaid: locked?.status === 'confirmed' }
  })
  if (other.url) return { ok: true, url: other.url }
  return other.isPaid ? paid() : refusal
}

const payable = (rental: PurchasedRental) => {
  const { start, end } = parsePeriod(rental.period)
  return {
    title: rental.title,
    startDate: start,
    durationDays: daysBetween(start, end),
    depositCentavos: totalsOf(rental.lines).deposit,
  }
}

/** The lines of a rental on the provider's page; a line of ₱0.00 is left out. */
function checkoutLines(rental: PurchasedRental, purpose: OrderPurpose): CheckoutLine[] {
  const { subtotal, deliveryFee, serviceFee, deposit, owed } = totalsOf(rental.lines)
  const period = parsePeriod(rental.period)
  const days = purpose.kind === 'change' ? `more days until ${lastDay(period)}` : `from ${period.start}`
  const lines = [
    { name: `${rental.title}, ${days}`, centavos: subtotal },
    { name: `${deliveryText('delivery')} of ${rental.title}`, centavos: deliveryFee },
    { name: `Service fee for ${rental.title}`, centavos: serviceFee },
    { name: `Refundable deposit for ${rental.title}`, centavos: deposit },
    { name: `${owedFor(purpose)} for ${rental.title}`, centavos: owed },
  ]
  return lines.filter((line) => line.centavos > 0).map((line) => ({ ...line, quantity: 1 }))
}

const owedFor = (purpose: OrderPurpose) =>
  purpose.kind === 'debt' && purpose.cause === 'late-fee' ? 'Late fee' : 'Amount owed'
