import { sql } from 'kysely'
import type { MessageSender } from '#domain/chat/chat.ts'
import { nameFor, type Viewer } from '../names.ts'
import type { Db } from '../context.ts'

/** What a report is about: the other person of a thread, or one message of it. */
export type Subject = { threadId: string } | { messageId: number }

/** What can be reported, as it is in the database; whose it is, the verb decides. */
export type Reportable = {
  threadId: string
  title: string
  renterId: string
  ownerId: string
  renterName: string
  ownerName: string
  message: { id: number; sender: MessageSender; body: string; sentAt: Date } | null
}

/** The thread, and the message of it, that a report names; undefined when there is none. One statement. */
export async function findReportable(
  db: Db,
  viewer: Viewer,
  subject: Subject,
): Promise<Reportable | undefined> {
  const { rows } = await sql<
    Omit<Reportable, 'message'> & {
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

/** Whether an admin opened a thread `t` through a report of it in the hour before `now`. */
export const openedBy = (adminId: string, now: Date) => sql`exists (select from report p
  join event e on e.subject = 'report' and e.subject_id = p.id::text and e.action = 'read-thread'
  where p.thread_id = t.id and e.actor_id = ${adminId} and e.at > ${now}::timestamptz - interval '1 hour')`
