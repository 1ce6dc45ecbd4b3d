import { sql } from 'kysely'
import { system } from '#domain/actor.ts'
import type { OrderStatus } from '#domain/status.ts'
import { captureEntry, chargeEntry, debtEntry } from '#domain/book/book.ts'
import { decidePayment, payMongoFailed } from '#domain/payment/payment.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import { isSilent, type ProviderCheckout, type ProviderPayment } from '#gateways/payments/port.ts'
import type { Services, Tx } from '../context.ts'
import { askOwnersOfPaid } from '../order/ask-owners.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { createUnusedRefund } from '../refund/create-refund.ts'
import { completeChange } from '../change/complete-change.ts'
import { settleDebtPaidOnline } from '../debt/settle-debt.ts'
import { release } from '../order/release-order.ts'
import { findOrderPurpose, lockPayableOrder, type OrderPurpose, type PayableOrder } from '../order/queries.ts'
import { retakeDates } from './retake-dates.ts'
import { writeBook } from '../book/write-book.ts'

/**
 * `paid`: something was paid in it. `unknown`: a payment is in a state that is new to us, and may still be paid.
 * `underWay`: a payment has begun and is neither paid nor failed. `over`: nothing can be paid in it any more.
 */
export type Settled = Verdict<{
  orderStatus: OrderStatus
  paid: boolean
  unknown: boolean
  underWay: boolean
  over: boolean
}>

/**
 * Completes an online order; webhook, return page and reconciliation all use it. It reads from the provider what was
 * paid in a checkout and stores each new payment once. A payment confirms the order that waits for it, confirms a
 * cancelled or expired one again if its dates are still free, and otherwise is refunded in full. Refusals: `not-found`
 * (not a checkout of an order of ours), `provider` (it does not answer now; try again), `unreadable` (it refuses, or
 * answers what can't be used, which another try may not change).
 */
export async function settleCheckout(services: Services, sessionId: string): Promise<Settled> {
  const answer = await services.payments?.findCheckout(sessionId)
  if (!answer?.ok) {
    if (answer?.reason === 'not-found') return refuse('not-found', 'The provider has no such checkout.')
    return refuse(!answer || isSilent(answer) ? 'provider' : 'unreadable', payMongoFailed)
  }
  const { checkout } = answer
  const orderId = await orderOf(services, checkout)
  if (!orderId) return refuse('not-found', 'This checkout belongs to no order of ours.')
  return inTransaction(services, async (tx): Promise<Settled> => {
    const renter = await lockPayingRenter(tx, orderId)
    const order = { ...(await lockPayableOrder(tx, orderId))!, ...renter }
    await keepSession(tx, services, order, checkout)
    let { status } = order
    const purpose = await findOrderPurpose(tx, orderId)
    for (const payment of checkout.payments.filter((one) => one.status === 'paid' && one.centavos > 0))
      status = await take(tx, services, { ...order, status }, purpose, checkout.id, payment)
    const some = (status: ProviderPayment['status']) => checkout.payments.some((one) => one.status === status)
    const unknown = some('unknown')
    const underWay = some('pending') || unknown
    const over = checkout.status === 'expired' && !underWay
    return { ok: true, orderStatus: status, paid: some('paid'), unknown, underWay, over }
  })
}

/**
 * The order of a checkout: by the stored checkout or, if the answer with its id was lost, by the order number in it.
 */
async function orderOf({ db }: Services, checkout: ProviderCheckout): Promise<string | undefined> {
  const noted = await db
    .selectFrom('checkoutSession')
    .select('orderId')
    .where('id', '=', checkout.id)
    .executeTakeFirst()
  if (noted || !checkout.orderNumber) return noted?.orderId
  const named = await db
    .selectFrom('order')
    .leftJoin('checkoutSession', 'checkoutSession.orderId', 'order.id')
    .select('order.id')
    .where('number', '=', checkout.orderNumber)
    .where('paymentMethod', '=', 'online')
    .where('checkoutSession.id', 'is', null)
    .executeTakeFirst()
  return named?.id
}

/** What the account of an order's renter decides about its payments. */
type PayingRenter = { renterIsGone: boolean; renterIsSuspended: boolean }

/** Locks the renter's account against deletion and suspension. */
async function lockPayingRenter(tx: Tx, orderId: string): Promise<PayingRenter> {
  const { rows } = await sql<PayingRenter>`select deleted_at is not null as renter_is_gone,
    suspended_at is not null as renter_is_suspended from account
    where id = (select renter_id from "order" where id = ${orderId}) for share`.execute(tx)
  return rows[0]!
}

async function keepSession(
  tx: Tx,
  { clock, payments }: Services,
  order: PayableOrder,
  checkout: ProviderCheckout,
) {
  const now = clock.now()
  await tx
    .insertInto('checkoutSession')
    .values({
      id: checkout.id,
      orderId: order.id,
      url: checkout.url,
      live: payments!.live,
      centavos: order.totalCentavos,
      createdAt: now,
      checkedAt: now,
    })
    .onConflict((oc) => oc.column('id').doUpdateSet({ checkedAt: now }))
    .execute()
}

/**
 * Uses a payment for what its order is about, and returns whether that was possible: completes the change, settles the
 * debt, or takes the dates of a given-up order again. Returns false when the payment goes back.
 */
async function applyPayment(
  tx: Tx,
  services: Services,
  order: PayableOrder,
  purpose: OrderPurpose,
  decision: ReturnType<typeof decidePayment>,
): Promise<boolean> {
  const ctx = { ...services, actor: system }
  if (decision === 'return') return false
  if (purpose.kind === 'change') return (await completeChange(tx, ctx, purpose.id)).ok
  if (purpose.kind === 'debt') return (await settleDebtPaidOnline(tx, ctx, purpose.id)).ok
  return decision === 'confirm' || retakeDates(tx, ctx, order.id)
}

/** Stores one payment, unless it is stored already; returns the order's status after it. */
async function take(
  tx: Tx,
  services: Services,
  order: PayableOrder & PayingRenter,
  purpose: OrderPurpose,
  sessionId: string,
  payment: ProviderPayment,
): Promise<OrderStatus> {
  const ctx = { ...services, actor: system }
  const known = await sql`select from payment where id = ${payment.id}`.execute(tx)
  if (known.rows.length > 0) return order.status
  // Who was suspended still pays what they owe.
  const renterIsSuspended = order.renterIsSuspended && purpose.kind !== 'debt'
  const decision = decidePayment({ ...order, renterIsSuspended }, payment)
  const forOrder = await applyPayment(tx, services, order, purpose, decision)
  const row = {
    id: payment.id,
    orderId: order.id,
    sessionId,
    centavos: payment.centavos,
    feeCentavos: payment.feeCentavos,
    channel: payment.channel,
    purpose: forOrder ? ('order' as const) : ('unused' as const),
    paidAt: payment.paidAt ?? services.clock.now(),
    recordedAt: services.clock.now(),
  }
  await tx.insertInto('payment').values(row).execute()
  await writeBook(tx, ctx, [captureEntry({ ...row, renterId: order.renterId })])
  await recordEvents(tx, ctx, [
    {
      subject: 'order',
      subjectId: order.id,
      action: forOrder ? 'pay' : 'pay-unused',
      detail: { payment: payment.id, centavos: payment.centavos, channel: payment.channel },
    },
  ])
  if (!forOrder) {
    await createUnusedRefund(tx, ctx, { ...row, renterId: order.renterId })
    // What can't be done any more does not wait for another payment.
    if (purpose.kind !== 'rentals' && decision === 'confirm') {
      await release(tx, ctx, order.id, 'cancelled')
      return 'cancelled'
    }
    return order.status
  }
  await confirmOrder(tx, services, order, purpose)
  // Nobody may pay again in an old tab.
  await recordEffects(tx, services, [
    { kind: 'close-checkout', payload: { sessionId } },
    { kind: 'payment-mail', payload: { orderId: order.id, paymentId: payment.id } },
  ])
  return 'confirmed'
}

/** Confirms an order that is paid: books what it charges, and asks the owners of its rentals. */
async function confirmOrder(
  tx: Tx,
  services: Services,
  order: PayableOrder,
  purpose: OrderPurpose,
): Promise<void> {
  const ctx = { ...services, actor: system }
  await tx
    .updateTable('order')
    .set({ status: 'confirmed', confirmedAt: services.clock.now() })
    .where('id', '=', order.id)
    .execute()
  const { kind, rentals } = purpose
  await writeBook(tx, ctx, [
    kind === 'debt'
      ? debtEntry(order, rentals[0], purpose.cause, order.totalCentavos)
      : chargeEntry(order, rentals),
  ])
  if (kind === 'rentals') await askOwnersOfPaid(tx, ctx, rentals)
}
