import { sql } from 'kysely'
import type { SeenListing } from '#domain/access.ts'
import type { MessageSender } from '#domain/chat/chat.ts'
import { nameFor, type Viewer } from '../names.ts'
import type { Db, Tx } from '../context.ts'

export type ThreadSubjectId = { threadId: string } | { messageId: number }
/** What someone reports, by its id: the other person of a thread, one message of it, a listing or a review. */
export type SubjectId = ThreadSubjectId | { listingId: string } | { reviewId: string }

/** What the row of a report stores of its subject. */
export type StoredSubject = {
  threadId?: string
  messageId?: number
  messageText?: string
  messageSentAt?: Date
  listingId?: string
  reviewId?: string | null
  reportedText?: string
}

/** A thread that can be reported, or one message of it; the use case checks whose it is. */
export type ReportableThread = {
  threadId: string
  title: string
  renterId: string
  ownerId: string
  renterName: string
  ownerName: string
  message: { id: number; sender: MessageSender; body: string; sentAt: Date } | null
}

/** The thread that a report names, and the message if it names one; undefined when there is none. One statement. */
export async function findReportableThread(
  db: Db,
  viewer: Viewer,
  subject: ThreadSubjectId,
): Promise<ReportableThread | undefined> {
  const { rows } = await sql<
    Omit<ReportableThread, 'message'> & {
      messageId: number | null
      sender: MessageSender
      body: string
      sentAt: Date
    }
  >`select t.id as thread_id, t.title, t.renter_id, t.owner_id, ${nameFor('r', viewer)} as renter_name,
      ${nameFor('o', viewer)} as owner_name, m.id as message_id, m.sender, m.body, m.sent_at
    from thread t join account r on r.id = t.renter_id join account o on o.id = t.owner_id
      ${
        'messageId' in subject
          ? sql`join message m on m.thread_id = t.id and m.id = ${subject.messageId}`
          : sql`left join message m on false where t.id = ${subject.threadId}`
      }`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const { messageId, sender, body, sentAt, ...thread } = row
  return { ...thread, message: messageId === null ? null : { id: messageId, sender, body, sentAt } }
}

/**
 * SQL: whether an admin opened a thread `t` through a report of it in the hour before `now`, so that they read its
 * message `m`: through a closed report none that was sent later.
 */
export const readThroughReport = (adminId: string, now: Date) => sql`exists (select from report p
  join event e on e.subject = 'report' and e.subject_id = p.id::text and e.action = 'read-thread'
  where p.thread_id = t.id and coalesce(m.sent_at <= p.closed_at, true) and e.actor_id = ${adminId}
    and e.at > ${now}::timestamptz - interval '1 hour')`

/** A listing or a review that can be reported: its author and its current text. */
export type ReportableText = SeenListing & {
  listingId: string
  reviewId: string | null
  title: string
  authorId: string
  authorName: string
  text: string
}

const seen = sql`l.owner_id, l.is_public, l.status, l.taken_down_at, l.owner_suspended, l.archived_at`

/** The listing or the published review that a report names; undefined when there is none. One statement. */
export async function findReportableText(
  db: Db,
  subject: { listingId: string } | { reviewId: string },
): Promise<ReportableText | undefined> {
  const { rows } =
    'listingId' in subject
      ? await sql<ReportableText>`select l.id as listing_id, null as review_id, l.title, l.owner_id as author_id,
          a.public_name as author_name, l.title || E'\n\n' || l.description as text, ${seen}
        from listing l join account a on a.id = l.owner_id where l.id = ${subject.listingId}`.execute(db)
      : await sql<ReportableText>`select l.id as listing_id, r.id as review_id, l.title, r.author_id,
          a.public_name as author_name, r.body as text, ${seen}
        from review r join listing l on l.id = r.listing_id join account a on a.id = r.author_id
        where r.id = ${subject.reviewId} and r.status = 'published'`.execute(db)
  return rows[0]
}

/**
 * Whether a person has reported this, also if it is gone now. A report no longer names a deleted subject, so any
 * report of theirs about a deleted subject of that kind counts. One statement.
 */
export async function hasReported(db: Db, reporterId: string, subject: SubjectId): Promise<boolean> {
  const [about, column, id] =
    'threadId' in subject
      ? ['person', 'thread_id', subject.threadId]
      : 'messageId' in subject
        ? ['message', 'message_id', subject.messageId]
        : 'listingId' in subject
          ? ['listing', 'listing_id', subject.listingId]
          : ['review', 'review_id', subject.reviewId]
  const named = sql.ref(`p.${column}`)
  const { rows } = await sql`select from report p where p.reporter_id = ${reporterId} and p.about = ${about}
    and (${named} = ${id} or ${named} is null) limit 1`.execute(db)
  return rows.length > 0
}

/**
 * A report, locked until the transaction ends. `listingId` is the reported listing, or the listing of the reported
 * thread if its owner is the reported person; otherwise null. `reportedIsDeleted` says whether their account is.
 */
export async function lockReport(tx: Tx, reportId: string) {
  const { rows } = await sql<{
    closedAt: Date | null
    reportedId: string
    reportedIsDeleted: boolean
    listingId: string | null
    reviewId: string | null
  }>`select p.closed_at, p.reported_id, ${reportedListing} as listing_id, p.review_id,
      (select a.deleted_at is not null from account a where a.id = p.reported_id) as reported_is_deleted
    from report p
    where p.id = ${reportId}
    for update`.execute(tx)
  return rows[0]
}
export type LockedReport = NonNullable<Awaited<ReturnType<typeof lockReport>>>

/** SQL: the reported person's listing that report `p` concerns, if there is one. */
export const reportedListing = sql<
  string | null
>`case p.about when 'listing' then p.listing_id when 'review' then null
  else (select t.listing_id from thread t where t.id = p.thread_id and t.owner_id = p.reported_id) end`
