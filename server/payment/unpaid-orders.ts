import { sql } from 'kysely'
import type { Renter } from '#domain/access.ts'
import { secondsLeft } from '#domain/payment/payment-status.ts'
import type { Context } from '../context.ts'
import { chargedTotal, type OrderPart, orderPart, orderTitles } from '../order/queries.ts'

/** An order that waits for its renter's payment. */
export type UnpaidOrder = {
  number: string
  holdsUntil: Date
  secondsLeft: number
  totalCentavos: number
  titles: string[]
  part: OrderPart
}

/** A renter's orders that wait for their payment, the oldest first. One statement. */
export async function listUnpaidOrders(ctx: Context, renter: Renter): Promise<UnpaidOrder[]> {
  const { rows } = await sql<Omit<UnpaidOrder, 'secondsLeft'>>`select o.number, o.holds_until,
      ${chargedTotal} as total_centavos, ${orderTitles} as titles, ${orderPart} as part
    from "order" o where o.renter_id = ${renter.id} and o.status = 'awaiting_payment'
    order by o.holds_until, o.id`.execute(ctx.db)
  const now = ctx.clock.now()
  return rows.map((row) => ({ ...row, secondsLeft: secondsLeft(row.holdsUntil, now) }))
}
