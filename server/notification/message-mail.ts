import { sql } from 'kysely'
import { messagePreview, threadPath } from '#domain/chat/chat.ts'
import type { Side } from '#domain/side.ts'
import { tidyLine } from '#domain/text.ts'
import { nameFor } from '../names.ts'
import { readRelationship } from '../person-block/queries.ts'
import type { Db, Services } from '../context.ts'
import type { EmailTemplates, EmailContent } from './email-content.ts'

type MessageRow = {
  listingId: string | null
  renterId: string
  ownerId: string
  title: string
  accountId: string
  partnerName: string
  body: string
  unread: number
}

type Planned = { threadId: string; messageId: number; to: Side }

/**
 * The email about messages that their reader has not read for a while, with the beginning of the first one. Null once
 * that was read, when an admin suspended its writer, and when its reader has blocked its writer and no Approved or
 * Active rental of the listing keeps the thread open: the next message then plans another one.
 */
async function messageMail(
  services: Pick<Services, 'db' | 'clock'>,
  planned: Planned,
): Promise<EmailContent | null> {
  const email = await wordMessages(services, planned)
  if (!email) await noteDropped(services.db, planned)
  return email
}

async function noteDropped(db: Db, { threadId, messageId, to }: Planned) {
  await db
    .updateTable('thread')
    .set({ [`${to}DroppedId`]: messageId })
    .where('id', '=', threadId)
    .where(`${to}ReadId`, '<', messageId)
    .execute()
}

async function wordMessages(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { threadId, messageId, to }: Planned,
): Promise<EmailContent | null> {
  const [mine, theirs] = to === 'owner' ? ['owner', 'renter'] : ['renter', 'owner']
  const columnOf = (side: string | undefined, column: string) => sql.ref<string>(`t.${side}_${column}`)
  const reader = columnOf(mine, 'id')
  const { rows } = await sql<MessageRow>`
    select t.listing_id, t.renter_id, t.owner_id, t.title, ${reader} as account_id,
      ${nameFor('p', { id: reader, now: clock.now() })} as partner_name, m.body,
      ${columnOf(mine, 'unread')} as unread
    from thread t join message m on m.id = ${messageId} and m.thread_id = t.id
      join account p on p.id = ${columnOf(theirs, 'id')}
    where t.id = ${threadId} and ${columnOf(mine, 'unread')} > 0
      and ${columnOf(mine, 'read_id')} < ${messageId} and p.suspended_at is null`.execute(db)
  const row = rows[0]
  if (!row) return null
  const { personBlocks, contact } = await readRelationship(db, row, to)
  if (personBlocks.byMe && !contact.ok) return null
  const { title, accountId, partnerName, body, unread } = row
  return {
    accountId,
    kind: 'new-message',
    subject: `${partnerName} wrote to you about ${title}`,
    lead: body === '' ? 'They sent a photo.' : `“${beginningOf(body)}”`,
    facts: unread > 1 ? [{ label: 'Unread messages', value: String(unread) }] : [],
    action: { label: 'Read and answer', path: threadPath(threadId) },
  }
}

/** The first 40 characters, with … after them when the text is longer. */
function beginningOf(body: string): string {
  const beginning = messagePreview(body)
  return tidyLine(body) === beginning ? beginning : `${beginning}…`
}

export const messageEmails = {
  'message-mail': messageMail,
} satisfies Partial<EmailTemplates>
