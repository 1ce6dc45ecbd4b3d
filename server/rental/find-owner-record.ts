import { sql } from 'kysely'
import { addDays, dayInManila } from '#domain/period.ts'
import { ANSWER_DAYS, type OwnerRecord, PROMISE_DAYS } from '#domain/rental/reliability.ts'
import type { Db } from '../context.ts'

/** The most rentals that are looked at, the newest of an owner. */
const LOOKED_AT = 300

/**
 * How an owner answered requests and kept what they promised, counted from the events of their newest rentals. What a
 * renter took back, what was never paid or only once its time for an answer was over, and what an admin or the system
 * declined or ended counts neither for nor against them. What they called off counts at once, also before its first
 * day. One statement.
 */
export async function findOwnerRecord(db: Db, ownerId: string, now: Date): Promise<OwnerRecord> {
  const today = dayInManila(now)
  const { rows } = await sql<OwnerRecord>`
    with own as (
      select r.id, o.confirmed_at as asked_at, r.answer_by, r.approved_at, r.period, r.status
      from rental r join "order" o on o.id = r.order_id
      where r.owner_id = ${ownerId} and o.status = 'confirmed'
      order by r.created_at desc, r.id desc limit ${LOOKED_AT}),
    seen as (
      select own.*, e.action, e.at,
        own.asked_at > ${now}::timestamptz - make_interval(days => ${ANSWER_DAYS}) as lately,
        e.at > ${now}::timestamptz - make_interval(days => ${PROMISE_DAYS}) as this_year,
        exists (select from event x where x.subject = 'rental' and x.subject_id = own.id::text
          and x.action in ('withdraw', 'owner-no-show')) as called_off
      from own left join lateral (select e.action, e.at from event e where e.subject = 'rental'
        and e.subject_id = own.id::text and e.action in ('approve', 'reject', 'expire')
        and not (e.action = 'expire' and own.answer_by <= own.asked_at) order by e.id limit 1) e
        on true
      where lower(own.period) > ${addDays(today, -PROMISE_DAYS)}::date)
    select count(*) filter (where lately and action is not null)::int as asked,
      extract(epoch from percentile_cont(0.5) within group (order by at - asked_at)
        filter (where lately and action in ('approve', 'reject')))::float8 / 3600 as median_hours,
      count(*) filter (where this_year and action = 'approve')::int as approved,
      count(*) filter (where this_year)::int as decided,
      count(*) filter (where called_off or approved_at is not null and status <> 'Cancelled'
        and lower(period) <= ${today}::date)::int as promised,
      count(*) filter (where called_off)::int as called_off
    from seen`.execute(db)
  return rows[0]!
}
