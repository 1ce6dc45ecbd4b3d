import { sql } from 'kysely'
import type { Renter } from '#domain/access.ts'
import type { OrderStatus } from '#domain/order/order.ts'
import { secondsLeft, type Standing, standingOf } from '#domain/payment/standing.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context, Db } from '../context.ts'
import { type MadeRefund, readRefund, refundsJson, type StoredRefund } from '../refund/queries.ts'
import { settleCheckout } from './settle-checkout.ts'

export type ReturnedOrder = {
  number: string
  standing: Standing
  holdsUntil: Date
  secondsLeft: number
  totalCentavos: number
  titles: string[]
  /** Payments that were of no use, and how each goes back. */
  returned: MadeRefund[]
  /** Whether there is a page of the provider to pay it on. */
  opened: boolean
  /** Whether the provider could be asked just now. */
  asked: boolean
  /** A payment has begun at the provider and is not done. */
  underWay: boolean
}

type Row = {
  number: string
  status: OrderStatus
  holdsUntil: Date
  sessionId: string | null
  totalCentavos: number
  titles: string[]
  returned: StoredRefund[]
}

/** An online order of a renter as the return page tells it, or undefined. One statement. */
async function findOwnOrder(db: Db, renter: Renter, number: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select o.number, o.status, o.holds_until,
      (select s.id from checkout_session s where s.order_id = o.id) as session_id,
      (select coalesce(sum(m.centavos), 0)::bigint from money_line m
        where m.order_id = o.id and m.kind <> 'refund') as total_centavos,
      (select array_agg(r.title order by r.id) from rental r where r.order_id = o.id) as titles,
      ${refundsJson(sql`f.order_id = o.id and f.rental_id is null`)} as returned
    from "order" o where o.number = ${number} and o.renter_id = ${renter.id} and o.payment_method = 'online'`.execute(
    db,
  )
  return rows[0]
}

/**
 * What a renter finds who comes back from the provider's page. An order that does not stand yet is settled first: the
 * provider is asked, never the address they came by; within the limit `paymentChecks`. Refusal: `not-found`, for
 * anyone but its renter.
 */
export async function returnToOrder(
  ctx: Context,
  renter: Renter,
  number: string,
): Promise<Verdict<{ order: ReturnedOrder }>> {
  const before = await findOwnOrder(ctx.db, renter, number)
  if (!before) return notFound()
  let asked = false
  let underWay = false
  if (before.status !== 'confirmed' && before.sessionId) {
    const full = await ctx.limits.take('paymentChecks', renter.id)
    const settled = full ?? (await settleCheckout(ctx, before.sessionId))
    asked = settled.ok || settled.reason === 'limit'
    underWay = settled.ok && settled.underWay
  }
  const { status, sessionId, returned, ...order } = (await findOwnOrder(ctx.db, renter, number))!
  const now = ctx.clock.now()
  const returnedCentavos = returned.reduce((sum, one) => sum + one.centavos, 0)
  return {
    ok: true,
    order: {
      ...order,
      standing: standingOf({ status, holdsUntil: order.holdsUntil, returnedCentavos }, now),
      secondsLeft: secondsLeft(order.holdsUntil, now),
      returned: returned.map(readRefund),
      opened: sessionId !== null,
      asked,
      underWay,
    },
  }
}
