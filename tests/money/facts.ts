import { sql, type RawBuilder } from 'kysely'
import type { OrderStatus, PaymentMethod, RentalStatus } from '#domain/status.ts'
import type { BookAccount } from '#domain/book/book.ts'
import type { CancellationPolicy } from '#domain/refund/cancellation.ts'
import type { RefundReason, RefundStatus } from '#domain/refund/refund.ts'
import type { Charge } from '#domain/book/money-line.ts'
import { wrongOwnerSums } from '#seeds/metropolis/invariants.ts'
import type { Db } from '#server/context.ts'

export type FactOrder = {
  id: string
  number: string
  renterId: string
  status: OrderStatus
  method: PaymentMethod
  /** The debt that it pays. */
  debtId: string | null
}
export type FactRental = {
  id: string
  orderId: string
  listingId: string
  ownerId: string
  renterId: string
  status: RentalStatus
  policy: CancellationPolicy
  /** The earliest start that was agreed. */
  start: string
  /** Whether it begins later than that now; null when its days never changed. */
  movedOn: boolean | null
  end: string
  days: number
  pricePerDay: number
}
export type FactLine = {
  orderId: string
  rentalId: string
  changeId: string | null
  kind: Charge | 'refund' | 'waived'
  returns: Charge | null
  centavos: number
}
export type FactChange = {
  id: string
  rentalId: string
  orderId: string | null
  state: string
  fromDays: number
  toDays: number
}
export type FactDebt = {
  id: string
  rentalId: string
  cause: 'late-fee' | 'dispute'
  owedBy: 'owner' | 'renter'
  centavos: number
  how: 'online' | 'received' | null
}
export type FactPayment = {
  id: string
  orderId: string
  centavos: number
  fee: number
  purpose: 'order' | 'unused'
}
export type FactRefund = {
  id: string
  orderId: string
  rentalId: string | null
  paymentId: string
  centavos: number
  reason: RefundReason
  status: RefundStatus
  providerId: string | null
}
export type FactPosting = {
  entryId: number
  kind: string
  orderId: string
  account: BookAccount
  personId: string | null
  rentalId: string | null
  centavos: number
}
export type FactEvent = {
  id: number
  subject: string
  subjectId: string
  action: string
  from: string | null
  /** What an admin who ended the rental chose to give back, and how much that was. */
  refund: string | null
  back: number | null
  at: string
}
export type FactLateFee = {
  rentalId: string
  waived: number
  waivedAll: boolean
  fee: number
  /** What the deposit paid, or is to pay. */
  deposit: number
  fixed: boolean
  objected: boolean
  settled: boolean
}
export type FactListing = {
  id: string
  status: string
  bookable: boolean
  rentalCount: number
  /** The number of all rentals of the listing that hold dates, whoever rents. */
  holding: number
  completed: number
}
export type Facts = {
  orders: FactOrder[]
  rentals: FactRental[]
  lines: FactLine[]
  changes: FactChange[]
  debts: FactDebt[]
  /** Days that are still held for a change, or offered, and people who still wait for days. */
  holds: number
  waiting: number
  payments: FactPayment[]
  refunds: FactRefund[]
  sessions: { id: string; orderId: string; closed: boolean }[]
  claims: { rentalId: string; granted: number | null }[]
  lateFees: FactLateFee[]
  disputes: {
    rentalId: string
    closed: boolean
    closedAt: string | null
    outcome: string | null
    /** It made a debt of the owner. */
    owes: boolean
    rent: number
    goodwill: number
    goodwillTo: 'renter' | 'owner' | null
  }[]
  /** Who said at last that the other did not come, and when, and whether that ended it. */
  noShows: { rentalId: string; by: 'renter' | 'owner'; at: string; agreed: boolean }[]
  /** What someone said in a dispute about the hand-over, and when that dispute was closed. */
  aboutHandover: {
    rentalId: string
    by: 'renter' | 'owner' | 'system'
    at: string
    closedAt: string | null
  }[]
  /** When the last decision of a dispute said that the renter never got the item. */
  neverGot: { rentalId: string; at: string }[]
  postings: FactPosting[]
  events: FactEvent[]
  /** The entries of the timelines, in order; `isLast`: the rental names it as its last. */
  entries: { rentalId: string; kind: string; follows: boolean; isLast: boolean }[]
  listings: FactListing[]
  effects: { kind: string; payload: unknown; done: boolean; failed: boolean }[]
  /** Rentals that hold the same dates of the same listing. */
  overlapping: { listingId: string }[]
  /**
   * Rentals that took their dates while these were blocked, while their listing was paused, or for a deleted account.
   */
  wronglyTaken: { rentalId: string; why: string }[]
  /** Orders that ended without a payment while they still held their dates. */
  freedEarly: { number: string }[]
  /** Owners whose sums are not those of the book. */
  wrongOwnerSums: { id: string }[]
}

const list = (query: RawBuilder<unknown>) => sql`coalesce((select jsonb_agg(x) from (${query}) x), '[]')`

const instant = (at: RawBuilder<unknown>) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Reads all facts about the money of some renters from the database: one statement. */
export async function gather(db: Db, renterIds: readonly string[], effectsAfter = 0): Promise<Facts> {
  const { rows } = await sql<{ facts: Facts }>`
    with o as materialized (select * from "order" where renter_id = any(${[...renterIds]}::uuid[])),
      r as materialized (select * from rental where order_id in (select id from o)),
      l as materialized (select * from listing where id in (select listing_id from r))
    select jsonb_build_object(
      'orders', ${list(sql`select id, number, renter_id as "renterId", status, payment_method as method,
        debt_id as "debtId"
        from o order by id`)},
      'rentals', ${list(sql`select id, order_id as "orderId", listing_id as "listingId", owner_id as "ownerId",
        renter_id as "renterId", status, cancellation_policy as policy,
        least(lower(period), (select min(least(lower(c.from_period), lower(c.to_period))) from rental_change c
          where c.rental_id = r.id and c.state = 'done'))::text as start,
        lower(period) > (select min(least(lower(c.from_period), lower(c.to_period))) from rental_change c
          where c.rental_id = r.id and c.state = 'done') as "movedOn",
        upper(period)::text as end,
        duration_days as days, price_per_day_centavos as "pricePerDay" from r order by id`)},
      'changes', ${list(sql`select id, rental_id as "rentalId", order_id as "orderId", state,
        upper(from_period) - lower(from_period) as "fromDays", upper(to_period) - lower(to_period) as "toDays"
        from rental_change where rental_id in (select id from r) order by ended_at, id`)},
      'debts', ${list(sql`select id, rental_id as "rentalId", cause, owed_by as "owedBy", centavos,
        settled_how as how from debt where rental_id in (select id from r) order by id`)},
      'holds', (select count(*) from blocked_period where held_for in (select renter_id from r)),
      'waiting', (select count(*) from waitlist_entry where account_id = any(${[...renterIds]}::uuid[])
        and state in ('waiting', 'offered')),
      'lines', ${list(sql`select order_id as "orderId", rental_id as "rentalId", change_id as "changeId",
        kind, returns, centavos from money_line
        where order_id in (select id from o) order by id`)},
      'payments', ${list(sql`select id, order_id as "orderId", centavos, fee_centavos as fee, purpose from payment
        where order_id in (select id from o)`)},
      'refunds', ${list(sql`select id, order_id as "orderId", rental_id as "rentalId",
        payment_id as "paymentId", centavos, reason,
        status, provider_id as "providerId" from refund where order_id in (select id from o)`)},
      'sessions', ${list(sql`select id, order_id as "orderId", closed_at is not null as closed from checkout_session
        where order_id in (select id from o)`)},
      'disputes', ${list(sql`select rental_id as "rentalId", closed_at is not null as closed,
        ${instant(sql`closed_at`)} as "closedAt", outcome,
        exists (select from debt t where t.id = dispute.id and t.owed_by = 'owner') as owes,
        rent_moved as rent, goodwill_moved as goodwill, goodwill_to as "goodwillTo" from dispute
        where rental_id in (select id from r)
        union all
        select rental_id, true, null, null, false, 0, (facts ->> 'centavos')::int, facts ->> 'to' from rental_entry
        where kind = 'pay-goodwill' and rental_id in (select id from r)`)},
      'noShows', ${list(sql`select rental_id as "rentalId", said_by as by, ${instant(sql`said_at`)} as at,
        agreed_at is not null as agreed from no_show where rental_id in (select id from r)`)},
      'aboutHandover', ${list(sql`select d.rental_id as "rentalId", s.by, ${instant(sql`s.at`)} as at,
        ${instant(sql`d.closed_at`)} as "closedAt" from dispute d join dispute_statement s on s.dispute_id = d.id
        where d.rental_id in (select id from r) and s.kind in ('no-show', 'not-handed-over')`)},
      'neverGot', ${list(sql`select d.rental_id as "rentalId",
        ${instant(sql`coalesce(x.decided_at, d.closed_at)`)} as at
        from dispute d left join lateral (select * from dispute_decision y where y.dispute_id = d.id
          order by y.round desc limit 1) x on true
        where d.rental_id in (select id from r) and coalesce(x.never_got, d.never_got)`)},
      'claims', ${list(sql`select rental_id as "rentalId", granted_centavos as granted from deposit_claim
        where rental_id in (select id from r)`)},
      'lateFees', ${list(sql`select rental_id as "rentalId", waived_centavos as waived, waived_all as "waivedAll",
        fee_centavos as fee, deposit_centavos as deposit, fixed_at is not null as fixed,
        objected_at is not null as objected, settled_at is not null as settled from late_fee
        where rental_id in (select id from r)`)},
      'postings', ${list(sql`select e.id as "entryId", e.kind, e.order_id as "orderId", p.book_account as account,
        p.person_id as "personId", p.rental_id as "rentalId", p.centavos
        from book_entry e join book_posting p on p.entry_id = e.id where e.order_id in (select id from o)`)},
      'events', ${list(sql`select id, subject, subject_id as "subjectId", action, detail ->> 'from' as from,
        detail ->> 'refund' as refund, (detail ->> 'centavos')::int as back,
        ${instant(sql`at`)} as at from event
        where subject = 'rental' and subject_id in (select id::text from r) order by id`)},
      'entries', ${list(sql`select e.rental_id as "rentalId", e.kind,
        e.seq = row_number() over w and e.prev is not distinct from lag(e.hash) over w as follows,
        e.seq = r.entry_count and e.hash = r.entry_head as "isLast"
        from rental_entry e join r on r.id = e.rental_id window w as (partition by e.rental_id order by e.seq)
        order by e.rental_id, e.seq`)},
      'listings', ${list(sql`select id, status, bookable_while_rented as bookable, rental_count as "rentalCount",
        (select count(*) from rental x where x.listing_id = l.id
        and x.status in ('Pending', 'Approved', 'Active')) as holding,
        (select count(*) from rental x where x.listing_id = l.id and x.status = 'Completed') as completed from l`)},
      'effects', ${list(sql`select kind, payload, done_at is not null as done,
        failed_at is not null as failed from effect
        where id > ${effectsAfter} order by id`)},
      'overlapping',
      ${list(sql`select a.listing_id as "listingId" from r a
        join rental b on b.listing_id = a.listing_id
        and b.id > a.id and b.period && a.period
        where a.status in ('Pending', 'Approved', 'Active') and b.status in ('Pending', 'Approved', 'Active')`)},
      'wronglyTaken', ${list(sql`select t.id as "rentalId", w.why from (
          select id, listing_id, renter_id, period, created_at as at from r
          union all select r.id, listing_id, renter_id, period, e.at from r join event e
            on e.subject = 'rental' and e.subject_id = r.id::text and e.action = 'retake') t,
        lateral (select 'blocked' as why from blocked_period b
            where b.listing_id = t.listing_id and b.held_for is null and b.period && t.period and b.created_at < t.at
          union all select 'paused' from (select action from event e where e.subject = 'listing'
            and e.subject_id = t.listing_id::text and e.action in ('pause', 'resume') and e.at < t.at
            order by id desc limit 1) e where action = 'pause'
          union all select 'late' from rental b,
            lateral (select e.action from event e where e.subject = 'rental' and e.subject_id = b.id::text
              and e.action in ('activate', 'undo-activate', 'complete', 'undo-complete', 'end-by-admin',
                'end-lost-by-admin', 'end-not-returned', 'complete-by-code', 'complete-by-silence')
              and e.at < t.at order by e.id desc limit 1) e
            where b.listing_id = t.listing_id and b.id <> t.id and e.action in ('activate', 'undo-complete')
              and upper(b.period) <= (t.at at time zone 'Asia/Manila')::date
              and t.period && daterange(lower(b.period), (t.at at time zone 'Asia/Manila')::date + 1)
          union all select 'gone' from account a where a.id = t.renter_id and a.deleted_at < t.at) w`)},
      'wrongOwnerSums', ${list(sql.raw(wrongOwnerSums))},
      'freedEarly', ${list(sql`select o.number from o join event e on e.subject = 'order' and e.subject_id = o.id::text
        where e.action = 'expire' and e.at < o.holds_until`)}
    ) as facts`.execute(db)
  return rows[0]!.facts
}
