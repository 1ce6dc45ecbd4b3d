import { sql } from 'kysely'
import type { Admin } from '#domain/access.ts'
import { WAITING_FOR_REVIEW } from '#domain/listing/listing.ts'
import { dayInManila, type Day } from '#domain/period.ts'
import { lastMonths, lastWeeks } from '#domain/span.ts'
import { waitsForVerification } from '../account/queries.ts'
import type { Context } from '../context.ts'
import { jobCounts } from '../job/job-table.ts'
import { isNotReturned } from '../listing/with-renter.ts'

export type Overview = {
  totalUsers: number
  totalListings: number
  /** This and the following are the numbers of things that wait for an admin. */
  waitingListings: number
  editedListings: number
  waitingReviews: number
  openMessages: number
  openDisputes: number
  openReports: number
  /** Items that are out and count as not returned. */
  notReturned: number
  unverifiedUsers: number
  manualRefunds: number
  /** Movements of money that another admin proposed. */
  openProposals: number
  /** Unexplained differences of the last comparison with the provider. */
  unexplainedDifferences: number
  /** 1 if the last comparison with the provider failed, otherwise 0. */
  failedReconciliations: number
  /** Jobs for outside services that were given up, and those that wait for over an hour; counted up to a thousand. */
  failedJobs: number
  lateJobs: number
}

/** The totals of the site and what waits for an admin. One statement. */
export async function readOverview(ctx: Context, admin: Admin): Promise<Overview> {
  const { rows } = await sql<Overview>`
    select (select count(*)::int from account where deleted_at is null) as total_users,
      (select count(*)::int from account a where deleted_at is null and ${waitsForVerification}) as unverified_users,
      (select count(*)::int from listing where archived_at is null) as total_listings,
      (select count(*)::int from listing where archived_at is null and status = ${WAITING_FOR_REVIEW})
        as waiting_listings,
      (select count(*)::int from listing where archived_at is null and edited_at > moderated_at
        and status <> ${WAITING_FOR_REVIEW}) as edited_listings,
      (select count(*)::int from review where status = 'waiting') as waiting_reviews,
      (select count(*)::int from contact_message where handled_at is null) as open_messages,
      (select count(*)::int from dispute d where d.closed_at is null and (d.appealed_at is not null
        or not exists (select from dispute_decision x where x.dispute_id = d.id))) as open_disputes,
      (select count(*)::int from late_fee f join rental r on r.id = f.rental_id
        where ${isNotReturned}) as not_returned,
      (select count(*)::int from report where closed_at is null) as open_reports,
      (select count(*)::int from refund where status = 'manual') as manual_refunds,
      (select count(*)::int from proposal where decision is null and proposed_by <> ${admin.id}) as open_proposals,
      (select count(*)::int from reconciliation_difference d where d.explained_at is null and d.reconciliation_id = (
        select n.id from reconciliation n where n.ended_at is not null and n.failure is null
        order by n.began_at desc, n.id desc limit 1)) as unexplained_differences,
      coalesce((select (n.failure is not null)::int from reconciliation n where n.ended_at is not null
        order by n.began_at desc, n.id desc limit 1), 0) as failed_reconciliations,
      ${jobCounts(ctx.clock.now())}`.execute(ctx.db)
  return rows[0]!
}

export type Unit = 'week' | 'month'
export type Growth = { start: Day; signUps: number; listings: number; rentals: number }

/**
 * How many people signed up, how many listings were added and how many rentals were requested in each of the last 12
 * weeks or months, the oldest first, by Manila's calendar; `start` is the Monday or the first of the month. Rentals of
 * an order that was never confirmed don't count. One statement.
 */
export async function readGrowth(ctx: Context, _admin: Admin, unit: Unit): Promise<Growth[]> {
  const today = dayInManila(ctx.clock.now())
  const starts = unit === 'week' ? lastWeeks(today, 12) : lastMonths(today, 12).map((month) => `${month}-01`)
  const since = sql`(${starts[0]}::timestamp at time zone 'Asia/Manila')`
  const { rows } = await sql<{ start: Day; of: 'signUps' | 'listings' | 'rentals'; n: number }>`
    select to_char(date_trunc(${unit}, x.at at time zone 'Asia/Manila'), 'YYYY-MM-DD') as start, x.of,
      count(*)::int as n
    from (select 'signUps' as of, created_at as at from account where created_at >= ${since}
      union all select 'listings', created_at from listing where created_at >= ${since}
      union all select 'rentals', r.created_at from rental r join "order" o on o.id = r.order_id
        where r.created_at >= ${since} and o.status = 'confirmed') x
    group by 1, 2`.execute(ctx.db)
  return starts.map((start) => {
    const counted = (of: 'signUps' | 'listings' | 'rentals') =>
      rows.find((row) => row.start === start && row.of === of)?.n ?? 0
    return { start, signUps: counted('signUps'), listings: counted('listings'), rentals: counted('rentals') }
  })
}
