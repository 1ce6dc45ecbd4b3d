import { sql } from 'kysely'
import type { SupportAdmin } from '#domain/access.ts'
import type { MessageSender } from '#domain/chat/chat.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { notFound, type Verdict } from '#domain/verdict.ts'
import { photoOfMessage } from '../photo/queries.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEvents } from '../record.ts'

export type ReportedMessage = {
  id: number
  sender: MessageSender
  body: string
  sentAt: Date
  reported: boolean
  photo: PhotoRef | null
  /** Whether it had a photo that is deleted now. */
  photoGone: boolean
}

const SHOWN = 50

/**
 * The messages that an admin reads of a reported thread: up to 50 around the reported message, or the newest for a
 * report of a person; once the report is closed, none that was sent later. Each reading is an event of its own, with
 * the report and the thread. Admins can read threads only in this way, and it changes nothing in the thread. Refusal:
 * `not-found`.
 */
export async function openReportedThread(
  ctx: Context,
  _admin: SupportAdmin,
  { reportId }: { reportId: string },
): Promise<Verdict<{ messages: ReportedMessage[] }>> {
  return inTransaction(ctx, async (tx): Promise<Verdict<{ messages: ReportedMessage[] }>> => {
    const report = await tx
      .selectFrom('report')
      .select(['threadId', 'messageId', 'closedAt'])
      .where('id', '=', reportId)
      .executeTakeFirst()
    if (!report?.threadId) return notFound()
    const { threadId, messageId, closedAt } = report
    const columns = sql`select m.id, m.sender, m.body, m.sent_at, ${photoOfMessage} as photo, m.photo_gone
      from message m
      where m.thread_id = ${threadId} and coalesce(m.sent_at <= ${closedAt}::timestamptz, true)`
    const { rows } =
      await sql<ReportedMessage>`select *, coalesce(id = ${messageId}::bigint, false) as reported from (
        select * from (${columns} ${messageId === null ? sql`` : sql`and id <= ${messageId}`} order by id desc
          limit ${messageId === null ? SHOWN : SHOWN / 2}) earlier
        union all
        select * from (${columns} and id > ${messageId}::bigint order by id limit ${SHOWN / 2}) later
      ) around order by id`.execute(tx)
    await recordEvents(tx, ctx, [
      { subject: 'report', subjectId: reportId, action: 'read-thread', detail: { thread: threadId } },
    ])
    return { ok: true, messages: rows }
  })
}
