import { sql } from 'kysely'
import { CANCELLED_DAYS, type FeedRental, feedSpan } from '#domain/calendar-feed/feed-event.ts'
import { dayInManila, formatDaterange, parsePeriod } from '#domain/period.ts'
import type { Side } from '#domain/side.ts'
import type { Db } from '../context.ts'
import { hashOfToken } from './change-feed.ts'

/** A rental in a feed, how often it changed, and the last time. */
export type FeedRow = FeedRental & { changes: number; changedAt: Date }

/** The most rentals of one side in a feed. */
const ROWS = 500

/** The instant at which a person's feed was made; null when there is none. */
export async function findFeed(db: Db, accountId: string): Promise<{ createdAt: Date } | null> {
  const feed = await db
    .selectFrom('calendarFeed')
    .select('createdAt')
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return feed ?? null
}

/**
 * The rentals in the feed with this token, on both sides of its person, by their first day; null for an unknown token
 * and for an account that is suspended. Rentals that do not take place stay for 14 days. Where there are too many,
 * those that are not over go before the others, and of these the latest. One statement.
 */
export async function readFeed(db: Db, token: string, now: Date): Promise<FeedRow[] | null> {
  const today = dayInManila(now)
  const span = formatDaterange(feedSpan(today))
  const isOpen = sql`(r.status = 'Active' or upper(r.period) > ${today}::date)`
  const of = (side: Side) => sql`(
    select r.id, ${side}::text as side, r.title, w.first_name as partner, r.status, r.period::text as period,
      (r.returned_at at time zone 'Asia/Manila')::date as returned_on, r.delivery_option,
      r.status_changed_at as changed_at,
      (select count(*)::int from event e where e.subject = 'rental' and e.subject_id = r.id::text) as changes
    from rental r join "order" o on o.id = r.order_id
      join account w on w.id = ${sql.ref(side === 'owner' ? 'r.renter_id' : 'r.owner_id')}
    where ${sql.ref(side === 'owner' ? 'r.owner_id' : 'r.renter_id')} = (select account_id from feed)
      and o.status = 'confirmed' and r.period && ${span}::daterange
      and (r.status not in ('Rejected', 'Cancelled')
        or r.status_changed_at > ${now}::timestamptz - make_interval(days => ${CANCELLED_DAYS}))
    order by not ${isOpen}, case when ${isOpen} then lower(r.period) end, lower(r.period) desc, r.id
    limit ${ROWS})`
  const { rows } = await sql<{ rental: (Omit<FeedRow, 'changedAt' | 'period'> & StoredFacts) | null }>`
    with feed as (select f.account_id from calendar_feed f join account a on a.id = f.account_id
      where f.token_hash = ${hashOfToken(token)} and a.suspended_at is null and a.deleted_at is null)
    select case when r.id is null then null else jsonb_build_object('id', r.id, 'side', r.side, 'title', r.title,
      'partner', r.partner, 'status', r.status, 'period', r.period, 'returnedOn', r.returned_on,
      'deliveryOption', r.delivery_option, 'changedAt', r.changed_at, 'changes', r.changes) end as rental
    from feed left join (${of('owner')} union all ${of('renter')}) r on true
    order by r.period, r.id`.execute(db)
  if (rows.length === 0) return null
  return rows.flatMap(({ rental }) =>
    rental ? [{ ...rental, period: parsePeriod(rental.period), changedAt: new Date(rental.changedAt) }] : [],
  )
}

type StoredFacts = { period: string; changedAt: string }
