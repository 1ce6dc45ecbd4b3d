import { sql } from 'kysely'
import type { BookedRental } from '#domain/book/book.ts'
import type { DebtCause } from '#domain/debt/debt.ts'
import type { UnpaidHold } from '#domain/payment/unpaid-holds.ts'
import { HOLD_MINUTES } from '#domain/payment/payment.ts'
import type { OrderStatus, PaymentMethod, RentalStatus } from '#domain/status.ts'
import { minutesAfter } from '#domain/time.ts'
import { linesJson } from '../book/queries.ts'
import type { Db, Tx } from '../context.ts'
import { lockListings } from '../listing/queries.ts'
import { type LockedRental, lockRentals } from '../rental/queries.ts'

/** What a checkout created. */
export type PlacedOrder = { orderNumber: string; paymentMethod: PaymentMethod }

/** The facts that decide about a checkout, besides the cart. */
export type CheckoutFacts = {
  /** The order that this same checkout has created already. */
  earlier: PlacedOrder | null
  /** The newest agreement template. */
  template: string
  /** How many Cash on Delivery rentals of the renter each owner has not answered yet. */
  pending: Record<string, number>
  /** When the renter's cash rentals ended because they did not come. */
  noShows: Date[]
  /** How many orders of the renter wait for their payment. */
  unpaid: number
  /** The days of the cart that orders of the renter held in the last 24 hours and that nobody paid. */
  unpaidHolds: UnpaidHold[]
  /** Whether the renter waits for days that are taken, or has some offered. */
  isWaiting: boolean
}

/** The facts that decide about a renter's checkout, once their account is locked. One statement. */
export async function findCheckoutFacts(
  tx: Tx,
  renterId: string,
  idempotencyKey: string,
  now: Date,
): Promise<CheckoutFacts> {
  const { rows } = await sql<CheckoutFacts>`
    select (select jsonb_build_object('orderNumber', number, 'paymentMethod', payment_method) from "order"
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
        where renter_id = ${renterId} and status = 'awaiting_payment') as unpaid,
      coalesce((select jsonb_agg(jsonb_build_object('listingId', h.listing_id,
          'heldMs', (extract(epoch from h.ended_at - h.created_at) * 1000)::float8,
          'endedAt', (extract(epoch from h.ended_at) * 1000)::float8))
        from (select r.listing_id, o.created_at, least(r.status_changed_at, o.holds_until) as ended_at
          from rental r join "order" o on o.id = r.order_id
          join cart_line k on k.renter_id = r.renter_id and k.listing_id = r.listing_id
          join listing l on l.id = r.listing_id
            and (not l.bookable_while_rented or daterange(k.start_date, k.start_date + k.duration_days) && r.period)
          where r.renter_id = ${renterId} and r.status = 'Cancelled'
            and r.created_at > ${minutesAfter(now, -HOLD_MINUTES - 24 * 60)}
            and o.payment_method = 'online' and o.status in ('expired', 'cancelled')
            and not exists (select from payment p where p.order_id = o.id)) h), '[]') as unpaid_holds,
      exists (select from waitlist_entry where account_id = ${renterId}
        and state in ('waiting', 'offered')) as is_waiting`.execute(tx)
  return rows[0]!
}

/** Which change or debt of a rental an order pays; null for an order with rentals of its own. */
export type OrderPart = { kind: 'change' | 'debt'; rentalId: string } | null

export type PayableOrder = {
  id: string
  number: string
  renterId: string
  status: OrderStatus
  paymentMethod: PaymentMethod
  holdsUntil: Date | null
  totalCentavos: number
  part: OrderPart
  /** Whether it still waits to be paid, although its change has ended or its debt is settled. */
  isPointless: boolean
  session: { id: string; url: string; closedAt: Date | null } | null
}

/** SQL: what the order of the change `c` charges, as money lines in JSON. */
const changeLines = sql`jsonb_build_array(
  jsonb_build_object('kind', 'rent', 'centavos', c.rent_centavos),
  jsonb_build_object('kind', 'service_fee', 'centavos', c.fee_centavos))`

/** SQL: what the order of the debt `d` charges, as a money line in JSON. */
const debtLines = sql`jsonb_build_array(jsonb_build_object('kind', 'owed', 'centavos', d.centavos))`

/** SQL: the centavos of the change or debt that the order `o` pays; null for one with rentals of its own. */
export const partTotal = sql`coalesce(
  (select c.rent_centavos + c.fee_centavos from rental_change c where c.order_id = o.id),
  (select d.centavos from debt d where d.id = o.debt_id))`

/**
 * SQL: what the order `o` charges, without refunds. The order of a change has its money lines once it is paid; until
 * then the change says what it costs. The order of a debt has none: the debt says it.
 */
export const chargedTotal = sql`coalesce((select sum(m.centavos) from money_line m
    where m.order_id = o.id and m.kind <> 'refund'), ${partTotal}, 0)::bigint`

/** SQL: the rental `r` is of the order `o`, or the one whose change or debt this order pays. */
export const isOfOrder = sql`r.id in (select x.id from rental x where x.order_id = o.id
  union all select c.rental_id from rental_change c where c.order_id = o.id
  union all select d.rental_id from debt d where d.id = o.debt_id)`

/**
 * SQL: the money lines of the rental `r` of the order `o` as JSON: all of the rental, or for the order of a change or
 * a debt what this one charges.
 */
export const orderLinesJson = sql`case when r.order_id = o.id then ${linesJson} else coalesce(
  (select jsonb_agg(jsonb_build_object('kind', m.kind, 'centavos', m.centavos, 'returns', m.returns) order by m.id)
    from money_line m where m.rental_id = r.id and m.order_id = o.id),
  (select ${changeLines} from rental_change c where c.order_id = o.id),
  (select ${debtLines} from debt d where d.id = o.debt_id)) end`

/** SQL: the days of the rental `r` in the order `o`: all of them, or for the order of a change the added ones. */
export const orderPeriod = sql`case when r.order_id = o.id or o.debt_id is not null then r.period
  else (select daterange(upper(c.from_period), upper(c.to_period)) from rental_change c where c.order_id = o.id) end`

/** SQL: the titles of what the order `o` is about: its rentals, or the rental whose change or debt it pays. */
export const orderTitles = sql`(select array_agg(r.title order by r.id) from rental r where ${isOfOrder})`

/** SQL: which change or debt of a rental the order `o` pays, as JSON (`OrderPart`). */
export const orderPart = sql`coalesce(
  (select jsonb_build_object('kind', 'debt', 'rentalId', d.rental_id) from debt d where d.id = o.debt_id),
  (select jsonb_build_object('kind', 'change', 'rentalId', c.rental_id) from rental_change c where c.order_id = o.id))`

/** SQL: the order `o` still waits to be paid, although its change has ended or its debt is settled. */
export const isPointless = sql`o.status = 'awaiting_payment' and (
  exists (select from rental_change c where c.order_id = o.id and c.state <> 'paying')
  or exists (select from debt d where d.id = o.debt_id and d.settled_at is not null))`

const payableOrder = sql`o.id, o.number, o.renter_id, o.status, o.payment_method, o.holds_until,
  ${chargedTotal} as total_centavos, ${orderPart} as part, ${isPointless} as is_pointless,
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

/** A rental as an order charges it. */
export type PurchasedRental = BookedRental & {
  listingId: string
  title: string
  status: RentalStatus
  period: string
}

/**
 * What an order is for: rentals of its own, a change of one, or a debt between its two people. `id` is that of the
 * change or debt, `rentals` have the lines that the order charges.
 */
export type OrderPurpose =
  | { kind: 'rentals'; rentals: PurchasedRental[] }
  | { kind: 'change'; id: string; rentals: [PurchasedRental] }
  | { kind: 'debt'; id: string; cause: DebtCause; rentals: [PurchasedRental] }

/** What an order is for. One statement, or two. */
export async function findOrderPurpose(db: Db, orderId: string): Promise<OrderPurpose> {
  const { rows } = await sql<PurchasedRental & { kind: 'change' | 'debt'; part: string; cause: DebtCause }>`
    select case when p.cause is null then 'change' else 'debt' end as kind, p.part, p.cause, p.lines, r.id,
      ${orderId} as order_id, r.listing_id, r.renter_id, r.owner_id, r.title, r.status,
      coalesce(p.period, r.period)::text as period
    from (select c.id as part, null as cause, c.rental_id, c.to_period as period, ${changeLines} as lines
        from rental_change c where c.order_id = ${orderId}
      union all select d.id, d.cause, d.rental_id, null, ${debtLines}
        from "order" o join debt d on d.id = o.debt_id where o.id = ${orderId}) p
      join rental r on r.id = p.rental_id`.execute(db)
  if (!rows[0]) return { kind: 'rentals', rentals: await listOrderRentals(db, orderId) }
  const { kind, part: id, cause, ...rental } = rows[0]
  return kind === 'change' ? { kind, id, rentals: [rental] } : { kind, id, cause, rentals: [rental] }
}

/** An order's rentals with their money lines. One statement. */
async function listOrderRentals(db: Db, orderId: string): Promise<PurchasedRental[]> {
  const { rows } =
    await sql<PurchasedRental>`select r.id, r.order_id, r.listing_id, r.renter_id, r.owner_id, r.title, r.status,
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
