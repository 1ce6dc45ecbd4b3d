import { sql } from 'kysely'
import type { OrderStatus, PaymentMethod } from '#domain/order/order.ts'
import type { BookedRental } from '#domain/book/book.ts'
import type { RentalStatus } from '#domain/rental/lifecycle.ts'
import type { Db, Tx } from '../context.ts'
import { lockListings } from '../listing/queries.ts'
import { linesJson } from '../rental/queries.ts'

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
  (select coalesce(sum(m.centavos), 0)::bigint from money_line m where m.order_id = o.id and m.kind <> 'refund') as total_centavos,
  (select jsonb_build_object('id', s.id, 'url', s.url, 'closedAt', s.closed_at) from checkout_session s
    where s.order_id = o.id) as session`

/**
 * An order and its checkout, by its id or number, or undefined. `totalCentavos` is what was charged, refunds aside.
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

/** As `listOrderRentals`, with the rentals and then their listings locked until the transaction ends. */
export async function lockOrderRentals(tx: Tx, orderId: string): Promise<OrderRental[]> {
  await sql`select from rental where order_id = ${orderId} order by id for no key update`.execute(tx)
  const rentals = await listOrderRentals(tx, orderId)
  await lockListings(
    tx,
    rentals.map(({ listingId }) => listingId),
  )
  return rentals
}

/** One rental with its money lines, as the book needs it. */
export async function findBookedRental(db: Db, rentalId: string): Promise<OrderRental> {
  const { rows } =
    await sql<OrderRental>`select r.id, r.order_id, r.listing_id, r.renter_id, r.owner_id, r.title, r.status,
      r.period::text as period, ${linesJson} as lines
    from rental r where r.id = ${rentalId}`.execute(db)
  return rows[0]!
}

/** The payment an order stands on, or undefined when nothing was paid online. */
export async function findOrderPayment(db: Db, orderId: string) {
  return db
    .selectFrom('payment')
    .select(['id', 'centavos', 'channel', 'paidAt'])
    .where('orderId', '=', orderId)
    .where('purpose', '=', 'order')
    .executeTakeFirst()
}
