import { sumOf } from '#domain/money.ts'
import { sql } from 'kysely'
import type { Renter } from '#domain/access.ts'
import type { OrderStatus } from '#domain/status.ts'
import { secondsLeft, type PaymentStatus, paymentStatusOf } from '#domain/payment/payment-status.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Db } from '../context.ts'
import { chargedTotal, type OrderPart, orderPart, orderTitles } from '../order/queries.ts'
import { type MadeRefund, readRefund, refundsJson, type StoredRefund } from '../refund/queries.ts'
import { settleCheckout } from './settle-checkout.ts'

export type ReturnPageOrder = {
  number: string
  paymentStatus: PaymentStatus
  holdsUntil: Date
  secondsLeft: number
  totalCentavos: number
  titles: string[]
  /** Payments that no order uses, and how each is refunded. */
  paymentRefunds: MadeRefund[]
  part: OrderPart
  /** Whether the provider has a page on which it can be paid. */
  opened: boolean
  atProvider: AtProvider
}

/**
 * What the provider said just now about an order that is not confirmed: it waits for a payment (`open`, and when
 * nobody asked as the limit was reached), a payment has begun and is not finished (`under-way`), or the answer can't
 * be used (`unreadable`). `silent`: it did not answer, has no such checkout, or there was nothing to ask.
 */
export type AtProvider = 'open' | 'under-way' | 'unreadable' | 'silent'

type Row = {
  number: string
  status: OrderStatus
  holdsUntil: Date
  sessionId: string | null
  part: OrderPart
  totalCentavos: number
  titles: string[]
  paymentRefunds: StoredRefund[]
}

/** A renter's online order for the return page, or undefined. One statement. */
async function findOwnOrder(db: Db, renter: Renter, number: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select o.number, o.status, o.holds_until,
      (select s.id from checkout_session s where s.order_id = o.id) as session_id,
      ${chargedTotal} as total_centavos, ${orderPart} as part, ${orderTitles} as titles,
      ${refundsJson(sql`f.order_id = o.id and f.rental_id is null`)} as payment_refunds
    from "order" o where o.number = ${number} and o.renter_id = ${renter.id} and o.payment_method = 'online'`.execute(
    db,
  )
  return rows[0]
}

/**
 * The state of an order for a renter who returns from the provider's page. An order that is not confirmed yet is
 * settled first: its facts come from the provider, never from the address of the request; within the limit
 * `paymentChecks`. Refusal: `not-found`, for anyone but its renter.
 */
export async function returnToOrder(
  ctx: Context,
  renter: Renter,
  number: string,
): Promise<Verdict<{ order: ReturnPageOrder }>> {
  const before = await findOwnOrder(ctx.db, renter, number)
  if (!before) return notFound()
  let atProvider: AtProvider = 'silent'
  if (before.status !== 'confirmed' && before.sessionId) {
    const refused = await ctx.limits.take('paymentChecks', renter.id)
    const settled = refused ?? (await settleCheckout(ctx, before.sessionId))
    if (settled.ok) atProvider = settled.underWay ? 'under-way' : 'open'
    else if (settled.reason === 'limit') atProvider = 'open'
    else if (settled.reason === 'unreadable') atProvider = 'unreadable'
  }
  const { status, sessionId, paymentRefunds, ...order } = (await findOwnOrder(ctx.db, renter, number))!
  const now = ctx.clock.now()
  const refundedCentavos = sumOf(paymentRefunds)
  return {
    ok: true,
    order: {
      ...order,
      paymentStatus: paymentStatusOf({ status, holdsUntil: order.holdsUntil, refundedCentavos }, now),
      secondsLeft: secondsLeft(order.holdsUntil, now),
      paymentRefunds: paymentRefunds.map(readRefund),
      opened: sessionId !== null,
      atProvider,
    },
  }
}
