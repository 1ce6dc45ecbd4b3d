import { type RawBuilder, sql } from 'kysely'
import { type Day, dayInManila, parsePeriod, type Period } from '#domain/period.ts'
import type { OrderStatus, PaymentMethod } from '#domain/order/order.ts'
import type { CancellationPolicy } from '#domain/refund/cancellation.ts'
import { type DeliveryOption, type MoneyLine, totalsOf, type Totals } from '#domain/pricing/pricing.ts'
import type { RentalStatus } from '#domain/rental/lifecycle.ts'
import { lastMonths, type Month } from '#domain/span.ts'
import { nameFor, type Viewer } from '../names.ts'
import type { Db, Tx } from '../context.ts'
import { photoJson, type PhotoRef } from '../listing/queries.ts'
import { type MadeRefund, readRefund, refundsJson, type StoredRefund } from '../refund/queries.ts'

export type TrackedRental = {
  id: string
  orderNumber: string
  listingId: string
  listingIsPublic: boolean
  listingArchivedAt: Date | null
  title: string
  renterId: string
  ownerId: string
  /** The other person: the owner for the renter's view, the renter for the owner's. */
  partnerName: string
  photo: PhotoRef | null
  durationDays: number
  deliveryOption: DeliveryOption
  period: Period
  status: RentalStatus
  statusChangedAt: Date
  totals: Totals
  orderStatus: OrderStatus
  /** The order is not paid yet: its dates are held until `holdsUntil`. */
  awaitsPayment: boolean
  holdsUntil: Date | null
  /** Until when its owner can answer; null while they have not been asked. */
  answerBy: Date | null
  /** Another rental of its listing is Active. */
  isOut: boolean
  paymentMethod: PaymentMethod
  cancellationPolicy: CancellationPolicy
  lines: RentalLine[]
  /** What went back or is going back of it, the oldest first; of an order that came to nothing, all that was paid for the order. */
  refunds: MadeRefund[]
  /** What its owner claims of its deposit, and what was granted of that. */
  claim: { centavos: number; grantedCentavos: number | null } | null
}

/** A money line of a rental, as its sums need it. */
export type RentalLine = Pick<MoneyLine, 'kind' | 'centavos' | 'returns'>

type Row = Omit<TrackedRental, 'period' | 'totals' | 'awaitsPayment' | 'refunds'> & {
  period: string
  refunds: StoredRefund[]
}

/** Whether another rental of the same listing is Active. */
const isOut = (rental: RawBuilder<unknown>) => sql`exists (select from rental x
  where x.listing_id = ${rental}.listing_id and x.status = 'Active' and x.id <> ${rental}.id)`

/** A rental's money lines as JSON; `r` is the rental. */
export const linesJson = sql`(select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'centavos', m.centavos,
  'returns', m.returns) order by m.id), '[]') from money_line m where m.rental_id = r.id)`

/**
 * The newest rentals of one side, at most 300, with what each costs. An owner sees those of confirmed orders, a renter also what
 * waits for their payment and what was never paid. One statement.
 */
export async function listRentals(
  db: Db,
  viewer: Viewer,
  side: 'renter' | 'owner',
): Promise<TrackedRental[]> {
  const mine = sql.ref(side === 'renter' ? 'r.renter_id' : 'r.owner_id')
  const partner = sql.ref(side === 'renter' ? 'r.owner_id' : 'r.renter_id')
  const { rows } = await sql<Row>`
    select r.id, o.number as order_number, r.listing_id, l.is_public as listing_is_public,
      l.archived_at as listing_archived_at, r.title, r.renter_id, r.owner_id,
      ${nameFor('w', viewer)} as partner_name, r.duration_days, r.delivery_option, r.period::text as period,
      r.status, r.status_changed_at, r.answer_by, ${isOut(sql.ref('r'))} as is_out, r.cancellation_policy, o.status as order_status, o.payment_method, o.holds_until,
      (select ${photoJson('p')} from photo p where p.id = r.photo_id) as photo, ${linesJson} as lines,
      ${refundsJson(sql`f.order_id = o.id and (f.rental_id = r.id or (f.rental_id is null and o.status <> 'confirmed'))`)} as refunds,
      (select jsonb_build_object('centavos', c.centavos, 'grantedCentavos', c.granted_centavos) from deposit_claim c
        where c.rental_id = r.id) as claim
    from rental r join "order" o on o.id = r.order_id join listing l on l.id = r.listing_id
      join account w on w.id = ${partner}
    where ${mine} = ${viewer.id} ${side === 'owner' ? sql`and o.status = 'confirmed'` : sql``}
    order by r.created_at desc, r.id desc limit 300`.execute(db)
  return rows.map((row) => ({
    ...row,
    period: parsePeriod(row.period),
    totals: totalsOf(row.lines),
    refunds: row.refunds.map(readRefund),
    awaitsPayment: row.orderStatus === 'awaiting_payment',
  }))
}

export type Purchase = {
  id: string
  title: string
  status: RentalStatus
  start: Day
  orderNumber: string
  orderStatus: OrderStatus
}

/** What a person rented from others or was about to pay for, the newest first, at most `limit`. One statement. */
export async function listPurchases(db: Db, renterId: string, limit: number): Promise<Purchase[]> {
  const { rows } = await sql<Purchase>`
    select r.id, r.title, r.status, lower(r.period)::text as start, o.number as order_number,
      o.status as order_status
    from rental r join "order" o on o.id = r.order_id
    where r.renter_id = ${renterId} order by r.created_at desc, r.id desc limit ${limit}`.execute(db)
  return rows
}

/** Whether someone ever rented a listing, in whatever state that is now. */
export async function hasRented(db: Db, listingId: string, renterId: string): Promise<boolean> {
  const { rows } = await sql<{ rented: boolean }>`select exists (select from rental
    where listing_id = ${listingId} and renter_id = ${renterId}) as rented`.execute(db)
  return rows[0]!.rented
}

/** One rental, locked until the transaction ends, or undefined. */
export async function lockRental(tx: Tx, rentalId: string) {
  const row = await tx
    .selectFrom('rental')
    .innerJoin('order', 'order.id', 'rental.orderId')
    .selectAll('rental')
    .select(['order.status as orderStatus', 'order.paymentMethod'])
    .select(sql<boolean>`${isOut(sql.ref('rental'))}`.as('isOut'))
    .where('rental.id', '=', rentalId)
    .forNoKeyUpdate('rental')
    .executeTakeFirst()
  return row && { ...row, period: parsePeriod(row.period) }
}

export type LockedRental = NonNullable<Awaited<ReturnType<typeof lockRental>>>

export type Figures = {
  totalListings: number
  rentedOut: number
  earningsCentavos: number
  /** Rent that renters who cancelled late left to them. */
  keptRentCentavos: number
  /** Requests for their listings that wait for their answer. */
  waitingRequests: number
  activeRentals: number
  hasRented: boolean
}

/** What of a rental's rent did not go back; `m` is a money line. */
const rentLeft = sql`(m.kind = 'rent' or m.returns = 'rent')`

/**
 * The figures of a person's dashboard: of what they lend and of what they rent. Earnings are the rent of Completed rentals, less what
 * of it went back; rent that a late cancellation left to them stands beside them.
 */
export async function dashboardFigures(db: Db, userId: string): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select (select count(*)::int from listing where owner_id = ${userId} and archived_at is null) as total_listings,
      (select count(*)::int from rental where owner_id = ${userId} and status = 'Active') as rented_out,
      (select coalesce(sum(m.centavos), 0)::bigint from money_line m join rental r on r.id = m.rental_id
        where r.owner_id = ${userId} and r.status = 'Completed' and ${rentLeft}) as earnings_centavos,
      (select coalesce(sum(m.centavos), 0)::bigint from money_line m join rental r on r.id = m.rental_id
          join "order" o on o.id = r.order_id
        where r.owner_id = ${userId} and r.status = 'Cancelled' and o.payment_method = 'online' and o.status = 'confirmed'
          and ${rentLeft}) as kept_rent_centavos,
      (select count(*)::int from rental r join "order" o on o.id = r.order_id
        where r.owner_id = ${userId} and r.status = 'Pending' and o.status = 'confirmed') as waiting_requests,
      (select count(*)::int from rental where renter_id = ${userId} and status = 'Active') as active_rentals,
      exists (select from rental where renter_id = ${userId}) as has_rented`.execute(db)
  return rows[0]!
}

export type MonthOfEarnings = { month: Month; centavos: number; rentals: number }

/** An owner's earnings by the Manila month in which a rental was completed: the last 12 months, the oldest first. One statement. */
export async function earningsByMonth(db: Db, ownerId: string, now: Date): Promise<MonthOfEarnings[]> {
  const months = lastMonths(dayInManila(now), 12)
  const { rows } = await sql<MonthOfEarnings>`
    select to_char(r.status_changed_at at time zone 'Asia/Manila', 'YYYY-MM') as month,
      sum(m.centavos)::bigint as centavos, count(distinct r.id)::int as rentals
    from rental r join money_line m on m.rental_id = r.id and ${rentLeft}
    where r.owner_id = ${ownerId} and r.status = 'Completed'
      and r.status_changed_at >= (${`${months[0]}-01`}::timestamp at time zone 'Asia/Manila')
    group by 1`.execute(db)
  const earned = new Map(rows.map((row) => [row.month, row]))
  return months.map((month) => earned.get(month) ?? { month, centavos: 0, rentals: 0 })
}

/** A rental that is Approved or Active: it is handed over or returned next. */
export type AgendaRental = {
  id: string
  side: 'owner' | 'renter'
  title: string
  partnerName: string
  status: 'Approved' | 'Active'
  period: Period
  deliveryOption: DeliveryOption
  photo: PhotoRef | null
}

/** The most that is listed of each side. */
const AGENDA = 6

/**
 * What comes next for a person: what they lend and what they rent, at most six of each, in the order of the day on which it
 * is handed over (Approved) or due back (Active). One statement.
 */
export async function listAgenda(db: Db, viewer: Viewer): Promise<AgendaRental[]> {
  const day = sql<Day>`case r.status when 'Approved' then lower(r.period) else upper(r.period) - 1 end`
  const of = (side: 'owner' | 'renter') => sql`(
    select r.id, ${side}::text as side, r.title, ${nameFor('w', viewer)} as partner_name, r.status,
      r.period::text as period, r.delivery_option, r.photo_id, ${day} as day
    from rental r join "order" o on o.id = r.order_id
      join account w on w.id = ${sql.ref(side === 'owner' ? 'r.renter_id' : 'r.owner_id')}
    where ${sql.ref(side === 'owner' ? 'r.owner_id' : 'r.renter_id')} = ${viewer.id}
      and r.status in ('Approved', 'Active') and o.status = 'confirmed'
    order by ${day}, r.id limit ${AGENDA})`
  const { rows } = await sql<Omit<AgendaRental, 'period'> & { period: string }>`
    select a.id, a.side, a.title, a.partner_name, a.status, a.period, a.delivery_option,
      (select ${photoJson('p')} from photo p where p.id = a.photo_id) as photo
    from (${of('owner')} union all ${of('renter')}) a order by a.day, a.id`.execute(db)
  return rows.map((row) => ({ ...row, period: parsePeriod(row.period) }))
}
