import { sql } from 'kysely'
import type { SupportAdmin } from '#domain/access.ts'
import type { ReportDecision, ReportReason, ReportedKind } from '#domain/report/report.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { emailOf, fullName } from '../names.ts'
import { reportedListing } from './queries.ts'

export type AdminReportPage = {
  id: string
  about: ReportedKind
  /** The title of the reported listing, or of the listing of the thread. */
  title: string
  /** The two people of the thread; null for a report of a listing or a review. */
  renterName: string | null
  ownerName: string | null
  /** The reported person's listing that can be taken down, if there is one. */
  listingId: string | null
  reviewId: string | null
  /** The text of the listing or review at the time of the report. */
  reportedText: string | null
  /** The text of the review now, if it was edited since. */
  editedText: string | null
  /** When the review's text of now was written; null without a review. */
  reviewWrittenAt: Date | null
  reportedId: string
  /** Whether the reported person is suspended now. */
  isSuspended: boolean
  reporterName: string
  reportedName: string
  /** The keys of their pages; null once the account is deleted. */
  reporterEmail: string | null
  reportedEmail: string | null
  reason: ReportReason
  note: string
  messageText: string | null
  messageSentAt: Date | null
  createdAt: Date
  closedAt: Date | null
  closedByName: string | null
  decision: ReportDecision | null
  decisionNote: string | null
  /** How many reports there are of this person, by how many people, and by this reporter, including this one. */
  reportsOfThem: number
  peopleReporting: number
  reportsByReporter: number
  /** Who read the conversation through this report, and when: the last `MOST_READINGS` times, the last first. */
  readings: { name: string; at: string }[]
}

const MOST_READINGS = 50

/**
 * One report with the facts an admin needs for a decision; of the thread only the reported text. Refusal: `not-found`.
 * One statement.
 */
export async function findReport(
  { db }: Pick<Context, 'db'>,
  _admin: SupportAdmin,
  reportId: string,
): Promise<Verdict<{ page: AdminReportPage }>> {
  const { rows } = await sql<AdminReportPage>`
    select p.id, p.about, coalesce(t.title, l.title, 'A deleted listing') as title,
      ${reportedListing} as listing_id, p.review_id,
      p.reported_text, nullif(v.body, p.reported_text) as edited_text,
      coalesce(v.edited_at, v.created_at) as review_written_at,
      p.reported_id, b.suspended_at is not null as is_suspended,
      ${fullName('r')} as renter_name, ${fullName('o')} as owner_name,
      ${fullName('a')} as reporter_name, ${fullName('b')} as reported_name,
      ${emailOf('a')} as reporter_email, ${emailOf('b')} as reported_email,
      p.reason, p.note, p.message_text, p.message_sent_at, p.created_at, p.closed_at,
      ${fullName('c')} as closed_by_name, p.decision, p.decision_note,
      (select count(*)::int from report x where x.reported_id = p.reported_id) as reports_of_them,
      (select count(distinct x.reporter_id)::int from report x
      where x.reported_id = p.reported_id) as people_reporting,
      (select count(*)::int from report x where x.reporter_id = p.reporter_id) as reports_by_reporter,
      (select coalesce(jsonb_agg(jsonb_build_object('name', e.name, 'at', e.at) order by e.id desc), '[]')
        from (select e.id, e.at, ${fullName('n')} as name from event e join account n on n.id = e.actor_id
          where e.subject = 'report' and e.subject_id = p.id::text and e.action = 'read-thread'
          order by e.id desc limit ${MOST_READINGS}) e) as readings
    from report p left join thread t on t.id = p.thread_id left join listing l on l.id = p.listing_id
      left join review v on v.id = p.review_id
      left join account r on r.id = t.renter_id left join account o on o.id = t.owner_id
      join account a on a.id = p.reporter_id join account b on b.id = p.reported_id left
        join account c on c.id = p.closed_by
    where p.id = ${reportId}`.execute(db)
  const page = rows[0]
  return page ? { ok: true, page } : notFound()
}
