import { sql } from 'kysely'
import type { Asking, ChangeableRental } from '#domain/change/decide-change.ts'
import { type Day, dayInManila, parsePeriod } from '#domain/period.ts'
import type { ChannelPayment } from '#domain/refund/refund.ts'
import type { OrderStatus, PaymentMethod } from '#domain/status.ts'
import type { Db, Tx } from '../context.ts'
import { hasOpenDispute } from '../dispute/queries.ts'
import { personBlocksOf, lockListings, takenDays } from '../listing/queries.ts'
import { isLateWithRenter } from '../listing/with-renter.ts'
import { channelPaymentsJson, isSettledByDispute } from '../refund/queries.ts'
import {
  changeColumns,
  type ChangeRow,
  lockRental,
  type LockedRental,
  readChange,
  type StoredChange,
} from '../rental/queries.ts'

/** SQL: a no-show of the rental `r` was said, or a dispute about it is open. */
const isContested = sql<boolean>`(exists (select from no_show n where n.rental_id = r.id)
  or ${hasOpenDispute(sql`r.id`)})`

/** A rental with the facts that decide about a change of its days. */
export type Changeable = ChangeableRental &
  Asking & {
    id: string
    orderId: string
    listingId: string
    renterId: string
    ownerId: string
    title: string
    paymentMethod: PaymentMethod
    /** What was paid for it online, the oldest first. */
    payments: ChannelPayment[]
    earliestStart: Day | null
  }

type Row = Omit<Changeable, 'period' | 'takenPeriods' | 'payments'> & {
  period: string
  takenPeriods: string[]
  payments: { channel: string; paidAt: string }[]
}

/**
 * A rental with the facts that decide about a change of its days, or undefined. `takenPeriods` leave out what the
 * rental and its own change hold, and what is offered to its renter. One statement.
 */
export async function findChangeable(db: Db, rentalId: string, now: Date): Promise<Changeable | undefined> {
  const today = dayInManila(now)
  const taking = { now, rentalId, renterId: sql<string>`r.renter_id` }
  const { rows } =
    await sql<Row>`select r.id, r.order_id, r.listing_id, r.renter_id, r.owner_id, r.title, r.status,
      o.status as order_status, o.payment_method, ${channelPaymentsJson} as payments,
      r.period::text as period, r.earliest_start::text as earliest_start,
      r.price_per_day_centavos, r.brought_back_at, r.brought_back_objected_at, ${isContested} as is_contested,
      exists (select from rental_change c where c.rental_id = r.id and c.state in ('asked', 'paying')) as is_changing,
      exists (select from rental x where x.renter_id = r.renter_id and x.id <> r.id
        and ${isLateWithRenter(sql.ref('x'), today)}) as is_late_elsewhere,
      l.archived_at is not null or l.taken_down_at is not null or l.status = 'rejected' or l.owner_suspended
        as is_unlisted,
      a.suspended_at is not null as is_renter_suspended, ${isSettledByDispute(sql`r.id`)} as is_settled_by_dispute,
      w.public_name as owner_name, ${personBlocksOf(sql`r.renter_id`)} as person_blocks,
      array(select t.period::text from ${takenDays(sql`l.id`, today, taking)} t) as taken_periods
    from rental r join "order" o on o.id = r.order_id join listing l on l.id = r.listing_id
      join account w on w.id = r.owner_id join account a on a.id = r.renter_id
    where r.id = ${rentalId}`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  return {
    ...row,
    period: parsePeriod(row.period),
    takenPeriods: row.takenPeriods.map(parsePeriod),
    payments: row.payments.map(({ channel, paidAt }) => ({ channel, paidAt: new Date(paidAt) })),
  }
}

/** A rental and its listing, locked until the transaction ends, with the facts as they are then; or undefined. */
export async function lockChangeable(
  tx: Tx,
  rentalId: string,
  now: Date,
): Promise<(Changeable & { locked: LockedRental }) | undefined> {
  const locked = await lockRental(tx, rentalId)
  if (!locked) return undefined
  await lockListings(tx, [locked.listingId])
  const found = await findChangeable(tx, rentalId, now)
  return found && { ...found, locked }
}

/** A change as its two people see it, with the number of its order and until when that can be paid. */
export type ShownChange = StoredChange & {
  orderNumber: string | null
  orderStatus: OrderStatus | null
  holdsUntil: Date | null
}

/** The changes of a rental, the newest first, ten at most. One statement. */
export async function listChanges(db: Db, rentalId: string): Promise<ShownChange[]> {
  const { rows } = await sql<
    ChangeRow & Pick<ShownChange, 'orderNumber' | 'orderStatus' | 'holdsUntil'>
  >`select ${changeColumns}, o.number as order_number, o.status as order_status, o.holds_until
    from rental_change c left join "order" o on o.id = c.order_id where c.rental_id = ${rentalId}
    order by c.asked_at desc, c.id desc limit 10`.execute(db)
  return rows.map(({ orderNumber, orderStatus, holdsUntil, ...row }) => ({
    ...readChange(row),
    orderNumber,
    orderStatus,
    holdsUntil,
  }))
}
