import { type RawBuilder, sql } from 'kysely'
import type { OrderStatus, PaymentMethod } from '#domain/order/order.ts'
import type { BookedRental } from '#domain/payment/book.ts'
import type { OwnerSums } from '#domain/payment/payout.ts'
import type { RentalStatus } from '#domain/rental/lifecycle.ts'
import type { Db, Tx } from '../context.ts'
import { lockListings, photoJson, type PhotoRef } from '../listing/queries.ts'
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

/** An order and its checkout, by its id or number, or undefined. `totalCentavos` is what was charged, refunds aside. */
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

/** A refund locked until the transaction ends, with whom it goes to, or undefined. */
export async function lockRefund(tx: Tx, refundId: string) {
  return tx
    .selectFrom('refund')
    .innerJoin('order', 'order.id', 'refund.orderId')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .selectAll('refund')
    .select(['order.renterId', 'order.number as orderNumber', 'payment.channel', 'payment.paidAt'])
    .where('refund.id', '=', refundId)
    .forNoKeyUpdate('refund')
    .executeTakeFirst()
}

/** An owner's sums in the book, as they see them (`OwnerSums`). One statement. */
export async function findOwnerSums(db: Db, ownerId: string): Promise<OwnerSums> {
  const { rows } = await sql<OwnerSums>`select ${ownerSums(sql`${ownerId}::uuid`)}`.execute(db)
  return rows[0]!
}

/** The columns of `OwnerSums` of the owner whose id `owner` is. */
export function ownerSums(owner: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(-sum(p.centavos), 0)::bigint from book_posting p
      where p.person_id = ${owner} and p.book_account in ('owner_payable', 'cash_collected')) as balance_centavos,
    (select coalesce(-sum(p.centavos), 0)::bigint from book_posting p join rental r on r.id = p.rental_id
        join "order" o on o.id = r.order_id
      where p.person_id = ${owner} and p.book_account = 'owner_payable' and o.payment_method = 'online'
        and r.status in ('Pending', 'Approved', 'Active')) as open_centavos,
    (select coalesce(-sum(p.centavos), 0)::bigint from rental r join "order" o on o.id = r.order_id
        join book_posting p on p.rental_id = r.id and p.book_account = 'deposit_held'
      where r.owner_id = ${owner} and o.payment_method = 'cash_on_delivery') as cash_deposit_centavos`
}

/** What the book has at the provider, and what our payments less refunds and settlements come to. One statement. */
export async function findProviderSums(db: Db): Promise<{ bookCentavos: number; expectedCentavos: number }> {
  const { rows } = await sql<{ bookCentavos: number; expectedCentavos: number }>`select
    (select coalesce(sum(centavos), 0)::bigint from book_posting where book_account = 'provider_clearing') as book_centavos,
    ((select coalesce(sum(centavos - fee_centavos), 0) from payment)
      - (select coalesce(sum(centavos), 0) from refund where status = 'succeeded')
      - (select coalesce(sum(centavos), 0) from payout where direction = 'from_provider' and reversed_at is null))::bigint
      as expected_centavos`.execute(db)
  return rows[0]!
}

/** A claim on a deposit as its parties and admins read it. */
export type ClaimPage = {
  centavos: number
  reason: string
  createdAt: Date
  photos: PhotoRef[]
  answer: string | null
  answeredAt: Date | null
  grantedCentavos: number | null
  decision: string | null
  decidedAt: Date | null
}

/** As a statement gives it in JSON. */
export type StoredClaim = {
  [K in keyof ClaimPage]: Date extends ClaimPage[K] ? string | Exclude<ClaimPage[K], Date> : ClaimPage[K]
}

/** The claim `c` of a statement as JSON, with its photos. */
export const claimJson = sql`jsonb_build_object('centavos', c.centavos, 'reason', c.reason, 'createdAt', c.created_at,
  'answer', c.answer, 'answeredAt', c.answered_at, 'grantedCentavos', c.granted_centavos, 'decision', c.decision,
  'decidedAt', c.decided_at, 'photos', (select coalesce(jsonb_agg(${photoJson('p')} order by p.position), '[]')
    from photo p where p.claim_id = c.rental_id))`

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

/** A claim out of such JSON. */
export function readClaim(claim: StoredClaim): ClaimPage {
  return {
    ...claim,
    createdAt: new Date(claim.createdAt),
    answeredAt: dateOf(claim.answeredAt),
    decidedAt: dateOf(claim.decidedAt),
  }
}
