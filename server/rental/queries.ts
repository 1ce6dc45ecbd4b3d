import { type RawBuilder, sql } from 'kysely'
import { asPartyOf } from '#domain/access.ts'
import type { Actor } from '#domain/actor.ts'
import { type Day, dayInManila, parsePeriod, type Period } from '#domain/period.ts'
import type { ChangeState } from '#domain/change/change.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import type { Side } from '#domain/side.ts'
import type { OrderStatus, RentalStatus } from '#domain/status.ts'
import type { DeliveryOption } from '#domain/pricing/pricing.ts'
import { holdingStatuses } from '#domain/rental/lifecycle.ts'
import { NO_SHOW_NOTICE_HOURS, NO_SHOW_SAY_HOURS } from '#domain/rental-limits.ts'
import { lastMonths, type Month } from '#domain/span.ts'
import { hoursAfter } from '#domain/time.ts'
import { nameFor, type Viewer } from '../names.ts'
import type { Db, Tx } from '../context.ts'
import { exactly, newestCursor, pageOf, readCursor } from '../cursor.ts'
import { hasOpenDispute } from '../dispute/queries.ts'
import { photoJson } from '../listing/queries.ts'
import { isOnAgenda } from '../listing/with-renter.ts'
import { isSettledByDispute } from '../refund/queries.ts'
import { itemBackAt, lifecycleFactsJson, movedAt, readLifecycleFacts } from './lifecycle-facts.ts'

/**
 * Whether a rental counts as not returned, and the dispute that was opened about that is over; another may follow.
 */
export const isGivenUp = (rental: RawBuilder<unknown>) => sql<boolean>`exists (select from late_fee f
  join dispute d on d.rental_id = f.rental_id
  where f.rental_id = ${rental}.id and d.closed_at >= f.not_returned_at)`

/**
 * Whether a dispute about an Active rental ended with it that the renter never got the item. One about a hand-over
 * that was undone since does not count.
 */
export const wasNeverHandedOver = (rental: RawBuilder<unknown>) => sql<boolean>`exists (select from dispute d
  where d.rental_id = ${rental}.id and d.never_got and d.closed_at >= ${rental}.handed_over_at)`

/**
 * Whether neither side of the rental can be the first any more to say that the other did not come: `firstSayEndsAt` of
 * `domain/rental/no-show.ts`, in SQL, for Approved rentals.
 */
export const nobodySaysSince = (rental: RawBuilder<unknown>, now: Date) => sql<boolean>`(greatest(
    (lower(${rental}.period) + 1)::timestamp at time zone 'Asia/Manila',
    (select max(x.at) from unnest(array[${rental}.status_changed_at, ${itemBackAt(rental)}, ${movedAt(rental)}]) x (at)
      where x.at < upper(${rental}.period)::timestamp at time zone 'Asia/Manila')
      + make_interval(hours => ${NO_SHOW_NOTICE_HOURS}))
  <= ${hoursAfter(now, -NO_SHOW_SAY_HOURS)})`

/**
 * Whether the open dispute `d` is only about what an undo takes back, so that the undo ends it: about the hand-over of
 * an Active rental `r`, or the renter's objection to the return of a Completed one, and undecided.
 */
const isAboutUndone = sql`(not exists (select from dispute_decision x where x.dispute_id = d.id) and case r.status
  when 'Active' then d.kind = 'not-handed-over'
  else r.return_objected_at is not null and d.opened_at >= r.return_objected_at and d.kind = 'money'
    and d.opened_by = 'renter' end)`

/**
 * `UndoFacts` as JSON; `r` is the rental and `o` its order. For a rental in cash a payout counts that was recorded
 * after the cash was booked; for one paid online, after its return made the money ready.
 */
export const undoFactsJson = sql`jsonb_build_object(
  'listingIsGone', (select l.archived_at is not null from listing l where l.id = r.listing_id),
  'personIsGone', exists (select from account a where a.id in (r.renter_id, r.owner_id) and a.deleted_at is not null),
  'datesAreHeld', exists (select from rental x where x.listing_id = r.listing_id and x.id <> r.id
    and x.status = any(${[...holdingStatuses]}) and x.period && r.period),
  'disputeStands', exists (select from dispute d where d.rental_id = r.id and case
    when r.status = 'Active' then d.rent_moved > 0 or d.closed_at is null and not ${isAboutUndone}
    when r.returned_at is null then true
    when d.closed_at is null then not ${isAboutUndone}
    else d.closed_at >= r.status_changed_at and d.rent_moved + d.deposit_moved + d.goodwill_moved > 0 end),
  'depositMoved', exists (select from money_line m where m.rental_id = r.id and m.returns = 'deposit')
    or exists (select from deposit_claim c where c.rental_id = r.id and case
      when r.status = 'Active' then coalesce(c.granted_centavos, c.granted_before) > 0
      when c.decided_at is null then not exists (select from dispute d where d.rental_id = r.id
        and d.closed_at is null and ${isAboutUndone}
        and not exists (select from dispute_statement s where s.dispute_id = d.id and s.by = 'owner' and s.asked > 0))
      else c.decided_at >= r.status_changed_at end),
  'paidAfterDispute', r.status = 'Active' and o.payment_method = 'online'
    and exists (select from money_line m where m.rental_id = r.id and m.change_id is not null and m.kind = 'rent'
      and m.created_at >= r.handed_over_at)
    and ${isSettledByDispute(sql`r.id`, sql`r.handed_over_at`)},
  'lateFeeCharged', exists (select from book_entry e where e.rental_id = r.id and e.kind = 'late-fee'),
  'madeDebt', exists (select from debt d where d.rental_id = r.id),
  'rentMoved', exists (select from refund f where f.rental_id = r.id
      and f.reason in ('end-by-admin', 'end-lost-by-admin', 'goodwill'))
    or exists (select from book_entry e where e.rental_id = r.id and e.kind = 'goodwill-owner'),
  'ownerWasPaid', exists (select from payout y where y.owner_id = r.owner_id and y.reversed_at is null
  and y.recorded_at >= case
    when o.payment_method = 'cash_on_delivery' and r.status = 'Active'
      then (select max(e.at) from book_entry e where e.rental_id = r.id and e.kind = 'cash')
    when o.payment_method = 'online' and r.status = 'Completed' then r.status_changed_at end))`

export type Purchase = {
  id: string
  title: string
  status: RentalStatus
  start: Day
  orderNumber: string
  orderStatus: OrderStatus
}

const PURCHASES = 20

/**
 * A page of what a person rented or began to pay for, the newest first. `after` is the cursor of the page before. One
 * statement.
 */
export async function listPurchases(
  db: Db,
  renterId: string,
  after: string | null = null,
): Promise<{ items: Purchase[]; next: string | null }> {
  const cursor = readCursor(after, newestCursor)
  const { rows } = await sql<Purchase & { createdAtText: string }>`
    select r.id, r.title, r.status, lower(r.period)::text as start, o.number as order_number,
      o.status as order_status, ${exactly(sql`r.created_at`)} as created_at_text
    from rental r join "order" o on o.id = r.order_id
    where r.renter_id = ${renterId}
      ${
        cursor
          ? sql`and (r.created_at, r.id) < (${cursor[0]}::timestamptz,
      ${cursor[1]}::uuid)`
          : sql``
      }
    order by r.created_at desc, r.id desc limit ${PURCHASES + 1}`.execute(db)
  return pageOf(rows, PURCHASES, ({ createdAtText, ...purchase }) => [purchase, [createdAtText, purchase.id]])
}

/** Whether someone ever rented a listing, whatever that rental's status is now. */
export async function hasRented(db: Db, listingId: string, renterId: string): Promise<boolean> {
  const { rows } = await sql<{ rented: boolean }>`select exists (select from rental
    where listing_id = ${listingId} and renter_id = ${renterId}) as rented`.execute(db)
  return rows[0]!.rented
}

/** Whether an owner was ever asked to rent a listing to someone; an order that waits for its payment asks nobody. */
export async function wasAsked(db: Db, listingId: string, renterId: string): Promise<boolean> {
  const { rows } = await sql<{ asked: boolean }>`select exists (select from rental r
    join "order" o on o.id = r.order_id and o.status = 'confirmed'
    where r.listing_id = ${listingId} and r.renter_id = ${renterId}) as asked`.execute(db)
  return rows[0]!.asked
}

/** A rental with its order's state, locked until the transaction ends. */
export type LockedRental = Awaited<ReturnType<typeof lockRentals>>[number]

/**
 * Locks rentals until the transaction ends, always in the same order, to avoid deadlocks; `which` is a condition on
 * `rental`. Two statements: one that waits for a lock sees other tables as they were when it began, so what they say
 * of a rental is read once it is locked.
 */
export async function lockRentals(tx: Tx, which: RawBuilder<unknown>) {
  const locked = await sql<{
    id: string
  }>`select id from rental where (${which}) order by id for no key update`.execute(tx)
  if (locked.rows.length === 0) return []
  const ids = locked.rows.map(({ id }) => id)
  const rows = await tx
    .selectFrom('rental')
    .innerJoin('order', 'order.id', 'rental.orderId')
    .selectAll('rental')
    .select(['order.status as orderStatus', 'order.paymentMethod'])
    .select(lifecycleFactsJson(sql.ref('rental')).as('lifecycleFacts'))
    .select(isGivenUp(sql.ref('rental')).as('isGivenUp'))
    .select(wasNeverHandedOver(sql.ref('rental')).as('wasNeverHandedOver'))
    .select(hasOpenDispute(sql.ref('rental.id')).as('isDisputed'))
    .where('rental.id', 'in', ids)
    .orderBy('rental.id')
    .execute()
  return rows.map(({ lifecycleFacts, ...row }) => ({
    ...row,
    ...readLifecycleFacts(lifecycleFacts),
    period: parsePeriod(row.period),
  }))
}

/** One rental, locked until the transaction ends, or undefined. */
export async function lockRental(tx: Tx, rentalId: string): Promise<LockedRental | undefined> {
  const [rental] = await lockRentals(tx, sql`rental.id = ${rentalId}`)
  return rental
}

/** As `lockRental`, for one of its two people, or for `only` one side. Refusals: `not-found`, `side`. */
export const lockOwnRental = async (tx: Tx, actor: Actor, rentalId: string, only?: Side) =>
  asPartyOf(actor, await lockRental(tx, rentalId), only)

/** A change of a rental's days as it is stored. */
export type StoredChange = {
  id: string
  rentalId: string
  from: Period
  to: Period
  rentCentavos: number
  feeCentavos: number
  state: ChangeState
  askedAt: Date
  answerBy: Date
  orderId: string | null
}
export type ChangeRow = Omit<StoredChange, 'from' | 'to'> & { fromPeriod: string; toPeriod: string }

/** SQL: the columns of a `ChangeRow`; `c` is the change. */
export const changeColumns = sql`c.id, c.rental_id, c.from_period::text as from_period,
  c.to_period::text as to_period, c.rent_centavos, c.fee_centavos, c.state, c.asked_at, c.answer_by, c.order_id`

/** Reads a change from its row. */
export function readChange({ id, rentalId, fromPeriod, toPeriod, ...row }: ChangeRow): StoredChange {
  const { rentCentavos, feeCentavos, state, askedAt, answerBy, orderId } = row
  const days = { from: parsePeriod(fromPeriod), to: parsePeriod(toPeriod) }
  return { id, rentalId, ...days, rentCentavos, feeCentavos, state, askedAt, answerBy, orderId }
}

/** A change by its id, or undefined. One statement. */
export async function findChange(db: Db, changeId: string): Promise<StoredChange | undefined> {
  const { rows } = await sql<ChangeRow>`select ${changeColumns} from rental_change c
    where c.id = ${changeId}`.execute(db)
  return rows[0] && readChange(rows[0])
}

export type DashboardFigures = {
  totalListings: number
  rentedOut: number
  earningsCentavos: number
  /** Rent that they kept of rentals cancelled late. */
  keptRentCentavos: number
  /** Requests for their listings that they have not answered. */
  waitingRequests: number
  activeRentals: number
  hasRented: boolean
}

/**
 * SQL: the money line `m` is about rent: charged, refunded or waived. The sum of these lines is the rent that is left.
 */
const isRentLine = sql`(m.kind = 'rent' or m.returns = 'rent')`

/**
 * The figures of a person's dashboard, as owner and as renter. Earnings are the rent of Completed rentals, less
 * refunds; the rent of late cancellations is a separate figure.
 */
export async function dashboardFigures(db: Db, userId: string): Promise<DashboardFigures> {
  const { rows } = await sql<DashboardFigures>`
    select (select count(*)::int from listing where owner_id = ${userId} and archived_at is null) as total_listings,
      (select count(*)::int from rental where owner_id = ${userId} and status = 'Active') as rented_out,
      (select coalesce(sum(m.centavos), 0)::bigint from money_line m join rental r on r.id = m.rental_id
        where r.owner_id = ${userId} and r.status = 'Completed' and ${isRentLine}) as earnings_centavos,
      (select coalesce(sum(m.centavos), 0)::bigint from money_line m join rental r on r.id = m.rental_id
          join "order" o on o.id = r.order_id
        where r.owner_id = ${userId} and r.status = 'Cancelled' and o.payment_method = 'online'
          and o.status = 'confirmed'
          and ${isRentLine}) as kept_rent_centavos,
      (select count(*)::int from rental r join "order" o on o.id = r.order_id
        where r.owner_id = ${userId} and r.status = 'Pending' and o.status = 'confirmed') as waiting_requests,
      (select count(*)::int from rental where renter_id = ${userId} and status = 'Active') as active_rentals,
      exists (select from rental where renter_id = ${userId}) as has_rented`.execute(db)
  return rows[0]!
}

export type MonthOfEarnings = { month: Month; centavos: number; rentals: number }

/**
 * An owner's earnings by the Manila month in which a rental was completed: the last 12 months, the oldest first. One
 * statement.
 */
export async function earningsByMonth(db: Db, ownerId: string, now: Date): Promise<MonthOfEarnings[]> {
  const months = lastMonths(dayInManila(now), 12)
  const { rows } = await sql<MonthOfEarnings>`
    select to_char(r.status_changed_at at time zone 'Asia/Manila', 'YYYY-MM') as month,
      sum(m.centavos)::bigint as centavos, count(distinct r.id)::int as rentals
    from rental r join money_line m on m.rental_id = r.id and ${isRentLine}
    where r.owner_id = ${ownerId} and r.status = 'Completed'
      and r.status_changed_at >= (${`${months[0]}-01`}::timestamp at time zone 'Asia/Manila')
    group by 1`.execute(db)
  const earned = new Map(rows.map((row) => [row.month, row]))
  return months.map((month) => earned.get(month) ?? { month, centavos: 0, rentals: 0 })
}

/** A rental that is Approved, or Active with its item with the renter: it is handed over or returned next. */
export type AgendaRental = {
  id: string
  side: Side
  title: string
  partnerName: string
  status: 'Approved' | 'Active'
  period: Period
  deliveryOption: DeliveryOption
  photo: PhotoRef | null
}

/** The most entries for each side. */
const AGENDA = 6

/**
 * A person's next hand-overs and returns, as owner and as renter, at most six of each, in the order of the day of the
 * hand-over (Approved) or return (Active). One statement.
 */
export async function listAgenda(db: Db, viewer: Viewer): Promise<AgendaRental[]> {
  const day = sql<Day>`case r.status when 'Approved' then lower(r.period) else upper(r.period) - 1 end`
  const of = (side: Side) => sql`(
    select r.id, ${side}::text as side, r.title, ${nameFor('w', viewer)} as partner_name, r.status,
      r.period::text as period, r.delivery_option, r.photo_id, ${day} as day
    from rental r join "order" o on o.id = r.order_id
      join account w on w.id = ${sql.ref(side === 'owner' ? 'r.renter_id' : 'r.owner_id')}
    where ${sql.ref(side === 'owner' ? 'r.owner_id' : 'r.renter_id')} = ${viewer.id}
      and ${isOnAgenda(sql.ref('r'))} and o.status = 'confirmed'
    order by ${day}, r.id limit ${AGENDA})`
  const { rows } = await sql<Omit<AgendaRental, 'period'> & { period: string }>`
    select a.id, a.side, a.title, a.partner_name, a.status, a.period, a.delivery_option,
      (select ${photoJson('p')} from photo p where p.id = a.photo_id) as photo
    from (${of('owner')} union all ${of('renter')}) a order by a.day, a.id`.execute(db)
  return rows.map((row) => ({ ...row, period: parsePeriod(row.period) }))
}
