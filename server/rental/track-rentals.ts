import { sql } from 'kysely'
import type { OrderStatus, PaymentMethod, RentalStatus } from '#domain/status.ts'
import { parsePeriod, type Period } from '#domain/period.ts'
import type { DeliveryOption } from '#domain/pricing/pricing.ts'
import { type MoneyLine, type Totals, totalsOf } from '#domain/book/money-line.ts'
import type { CancellationPolicy } from '#domain/refund/cancellation.ts'
import { trackerSectionNames, trackerSections, type TrackerSectionName } from '#domain/rental/tracker.ts'
import { nameFor, type Viewer } from '../names.ts'
import type { Db } from '../context.ts'
import { exactly, newestCursor, pageOf, readCursor } from '../cursor.ts'
import { photoJson, type PhotoRef } from '../listing/queries.ts'
import { type MadeRefund, readRefund, refundsJson, type StoredRefund } from '../refund/queries.ts'
import { isOut } from './queries.ts'
import { linesJson } from '../book/queries.ts'

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
  /** The owner's deadline for an answer; null while they have not been asked. */
  answerBy: Date | null
  /** Another rental of its listing is Active. */
  isOut: boolean
  paymentMethod: PaymentMethod
  cancellationPolicy: CancellationPolicy
  lines: MoneyLine[]
  /** The refunds of it, the oldest first; for an order that was never confirmed, all refunds of the order. */
  refunds: MadeRefund[]
  /** The owner's claim on its deposit, and what was granted. */
  claim: { centavos: number; grantedCentavos: number | null } | null
}

type Row = Omit<TrackedRental, 'period' | 'totals' | 'awaitsPayment' | 'refunds'> & {
  period: string
  refunds: StoredRefund[]
}

export type TrackedPage = { items: TrackedRental[]; next: string | null }

const PAGE = 20

/**
 * The tracker of one side: the newest rentals of each section, with their amounts, and the cursor of each section's
 * next page. `after` is such a cursor for one section; then only that one is read. An owner sees rentals of confirmed
 * orders, a renter also those that wait for their payment and those never paid. `asked` is included whatever page it
 * is on. One statement.
 */
export async function trackRentals(
  db: Db,
  viewer: Viewer,
  side: 'renter' | 'owner',
  { section = null, after = null, asked = null }: TrackerQuery = {},
): Promise<Tracker> {
  const mine = sql.ref(side === 'renter' ? 'r.renter_id' : 'r.owner_id')
  const partner = sql.ref(side === 'renter' ? 'r.owner_id' : 'r.renter_id')
  const cursor = section && readCursor(after, newestCursor)
  const wanted = (cursor ? [section] : trackerSectionNames).map(
    (name) => sql`(${name}::text, ${[...trackerSections[name]]}::text[])`,
  )
  const seen = side === 'owner' ? sql`o.status = 'confirmed'` : sql`o.status <> 'awaiting_payment'`
  const unpaid = side === 'renter' && !cursor
  const { rows } = await sql<Row & { section: TrackerSectionName | 'unpaid' | null; createdAtText: string }>`
    with page as (
      select s.section, r.id from (values ${sql.join(wanted)}) s (section, statuses) cross join lateral (
        select r.id from rental r join "order" o on o.id = r.order_id
        where ${mine} = ${viewer.id} and r.status = any(s.statuses) and ${seen}
          ${cursor ? sql`and (r.created_at, r.id) < (${cursor[0]}::timestamptz, ${cursor[1]}::uuid)` : sql``}
        order by r.created_at desc, r.id desc limit ${PAGE + 1}) r
      union all select 'unpaid', r.id from "order" o join rental r on r.order_id = o.id
        where o.renter_id = ${viewer.id} and o.status = 'awaiting_payment' and ${unpaid}
      union all select null, r.id from rental r where r.id = ${asked}::uuid and ${mine} = ${viewer.id})
    select page.section, ${exactly(sql`r.created_at`)} as created_at_text,
      r.id, o.number as order_number, r.listing_id, l.is_public as listing_is_public,
      l.archived_at as listing_archived_at, r.title, r.renter_id, r.owner_id,
      ${nameFor('w', viewer)} as partner_name, r.duration_days, r.delivery_option, r.period::text as period,
      r.status, r.status_changed_at, r.answer_by, ${isOut(sql.ref('r'))} as is_out, r.cancellation_policy,
      o.status as order_status, o.payment_method, o.holds_until,
      (select ${photoJson('p')} from photo p where p.id = r.photo_id) as photo, ${linesJson} as lines,
      ${refundsJson(sql`f.order_id = o.id and (f.rental_id = r.id or (f.rental_id is null
        and o.status <> 'confirmed'))`)} as refunds,
      (select jsonb_build_object('centavos', c.centavos, 'grantedCentavos', c.granted_centavos) from deposit_claim c
        where c.rental_id = r.id) as claim
    from page join rental r on r.id = page.id join "order" o on o.id = r.order_id join listing l on l.id = r.listing_id
      join account w on w.id = ${partner}
    order by r.created_at desc, r.id desc`.execute(db)
  const read = ({ section: _section, createdAtText, ...row }: (typeof rows)[number]) => {
    const tracked: TrackedRental = {
      ...row,
      period: parsePeriod(row.period),
      totals: totalsOf(row.lines),
      refunds: row.refunds.map(readRefund),
      awaitsPayment: row.orderStatus === 'awaiting_payment',
    }
    return [tracked, [createdAtText, row.id]] as const
  }
  const of = (name: string | null) => rows.filter((row) => row.section === name)
  const pages = trackerSectionNames.map((name) => [name, pageOf(of(name), PAGE, read)])
  return {
    sections: Object.fromEntries(pages) as Tracker['sections'],
    unpaid: of('unpaid').map((row) => read(row)[0]),
    asked: of(null).map((row) => read(row)[0])[0] ?? null,
    only: cursor ? section : null,
  }
}

export type Tracker = {
  sections: Record<TrackerSectionName, TrackedPage>
  /** Rentals of orders that wait for a payment: of five orders at most (D39). */
  unpaid: TrackedRental[]
  asked: TrackedRental | null
  /** The section, if only one was read. */
  only: TrackerSectionName | null
}
type TrackerQuery = { section?: TrackerSectionName | null; after?: string | null; asked?: string | null }
