import { sql } from 'kysely'
import type { Tx } from '../context.ts'

/** What a checkout is decided by beside the cart. */
export type CheckoutFacts = {
  /** The number of the order that this very checkout has become already. */
  earlier: string | null
  /** The newest agreement template. */
  template: string
  /** How many Cash on Delivery rentals of the renter each owner has not answered yet. */
  pending: Record<string, number>
  /** How many orders of the renter wait for their payment. */
  unpaid: number
}

/** What a renter's checkout is decided by, once their account is locked. One statement. */
export async function findCheckoutFacts(
  tx: Tx,
  renterId: string,
  idempotencyKey: string,
): Promise<CheckoutFacts> {
  const { rows } = await sql<CheckoutFacts>`
    select (select number from "order"
        where renter_id = ${renterId} and idempotency_key = ${idempotencyKey}) as earlier,
      (select body from agreement_template order by version desc limit 1) as template,
      coalesce((select jsonb_object_agg(p.owner_id, p.n) from (select r.owner_id, count(*)::int as n
        from rental r join "order" o on o.id = r.order_id
        where r.renter_id = ${renterId} and r.status = 'Pending' and o.payment_method = 'cash_on_delivery'
        group by r.owner_id) p), '{}') as pending,
      (select count(*)::int from "order"
        where renter_id = ${renterId} and status = 'awaiting_payment') as unpaid`.execute(tx)
  return rows[0]!
}
