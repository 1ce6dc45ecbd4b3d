import { sql } from 'kysely'
import type { BookedRental } from '#domain/book/book.ts'
import type { OrderStatus, PaymentMethod, RentalStatus } from '#domain/status.ts'
import { linesJson } from '../book/queries.ts'
import type { Db, Tx } from '../context.ts'
import { lockListings } from '../listing/queries.ts'
import { type LockedRental, lockRentals } from '../rental/queries.ts'

/** The facts that decide about a checkout, besides the cart. */
export type CheckoutFacts = {
  /** The number of the order that this same checkout has created already. */
  earlier: string | null
  /** The newest agreement template. */
  template: string
  /** How many Cash on Delivery rentals of the renter each owner has not answered yet. */
  pending: Record<string, number>
  /** When the renter's cash rentals ended because they did not come. */
  noShows: Date[]
  /** How many orders of the renter wait for their payment. */
  unpaid: number
}

/** The facts that decide about a renter's checkout, once their account is locked. One statement. */
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
      array(select n.agreed_at from rental r join "order" o on o.id = r.order_id
        join no_show n on n.rental_id = r.id and n.said_by = 'owner' and n.agreed_at is not null
        where r.renter_id = ${renterId} and r.status = 'Cancelled'
          and o.payment_method = 'cash_on_delivery') as no_shows,
      (select count(*)::int from "order"
        where renter_id = ${renterId} and status = 'awaiting_payment') as unpaid`.execute(tx)
  return rows[0]!
}

export type PayableOrder = {
  id: string
  number: string
  renterId: string
  status: OrderStatus
  paymentMethod: PaymentMethod
  holdsUntil: Date | null
  totalCentavos: number
  session: { id: string; url: string; closedAt: Date | null } | null
}

const payableOrder = sql`o.id, o.number, o.renter_id, o.status, o.payment_method, o.holds_until,
  (select coalesce(sum(m.centavos), 0)::bigint from money_line m
    where m.order_id = o.id and m.kind <> 'refund') as total_centavos,
  (select jsonb_build_object('id', s.id, 'url', s.url, 'closedAt', s.closed_at) from checkout_session s
    where s.order_id = o.id) as session`

/**
 * An order and its checkout, by its id or number, or undefined. `totalCentavos` is the charged total, without refunds.
 */
export async function findPayableOrder(
  db: Db,
  by: { id: string } | { number: string },
): Promise<PayableOrder | undefined> {
  const { rows } = await sql<PayableOrder>`select ${payableOrder} from "order" o
    where ${'id' in by ? sql`o.id = ${by.id}` : sql`o.number = ${by.number}`}`.execute(db)
  return rows[0]
}

/** As `findPayableOrder`, locked until the transaction ends. */
export async function lockPayableOrder(tx: Tx, id: string): Promise<PayableOrder | undefined> {
  await sql`select from "order" where id = ${id} for no key update`.execute(tx)
  return findPayableOrder(tx, { id })
}

export type OrderRental = BookedRental & {
  listingId: string
  title: string
  status: RentalStatus
  period: string
}

/** An order's rentals with their money lines. One statement. */
export async function listOrderRentals(db: Db, orderId: string): Promise<OrderRental[]> {
  const { rows } =
    await sql<OrderRental>`select r.id, r.order_id, r.listing_id, r.renter_id, r.owner_id, r.title, r.status,
      r.period::text as period, ${linesJson} as lines
    from rental r where r.order_id = ${orderId} order by r.id`.execute(db)
  return rows
}

/** An order's rentals and then their listings, locked until the transaction ends. */
export async function lockOrderRentals(tx: Tx, orderId: string): Promise<LockedRental[]> {
  const rentals = await lockRentals(tx, sql`rental.order_id = ${orderId}`)
  await lockListings(
    tx,
    rentals.map(({ listingId }) => listingId),
  )
  return rentals
}
