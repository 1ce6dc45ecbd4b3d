import { sql } from 'kysely'
import { messagePreview, threadPath } from '#domain/chat/chat.ts'
import type { Side } from '#domain/side.ts'
import { tidyLine } from '#domain/text.ts'
import { nameFor } from '../names.ts'
import { readRelationship } from '../person-block/queries.ts'
import type { Services } from '../context.ts'
import type { EmailTemplates, EmailContent } from './email-content.ts'

type Facts = {
  listingId: string | null
  renterId: string
  ownerId: string
  title: string
  accountId: string
  email: string
  partnerName: string
  body: string
  unread: number
}

/**
 * The email about messages that their reader has not read for a while, with the beginning of the first one; null once
 * that was read, or when its reader has blocked its writer.
 */
async function messageMail(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { threadId, messageId, to }: { threadId: string; messageId: number; to: Side },
): Promise<EmailContent | null> {
  const [mine, theirs] = to === 'owner' ? ['owner', 'renter'] : ['renter', 'owner']
  const of = (side: string | undefined, column: string) => sql.ref(`t.${side}_${column}`)
  const { rows } = await sql<Facts>`
    select t.listing_id, t.renter_id, t.owner_id, t.title, a.id as account_id, a.email,
      ${nameFor('p', { id: sql.ref('a.id'), now: clock.now() })} as partner_name, m.body,
      ${of(mine, 'unread')} as unread
    from thread t join message m on m.id = ${messageId} and m.thread_id = t.id
      join account a on a.id = ${of(mine, 'id')} join account p on p.id = ${of(theirs, 'id')}
    where t.id = ${threadId} and ${of(mine, 'unread')} > 0 and ${of(mine, 'read_id')} < ${messageId}`.execute(
    db,
  )
  const facts = rows[0]
  if (!facts) return null
  const { personBlocks, contact } = await readRelationship(db, facts, to)
  if (personBlocks.byMe && !contact.ok) return null
  const { title, accountId, email, partnerName, body, unread } = facts
  return {
    accountId,
    to: email,
    kind: 'new-message',
    subject: `${partnerName} wrote to you about ${title}`,
    lead: body === '' ? 'They sent a photo.' : `“${beginningOf(body)}”`,
    facts: unread > 1 ? [{ label: 'Unread messages', value: String(unread) }] : [],
    action: { label: 'Read and answer', path: threadPath(threadId) },
  }
}

/** The first 40 characters, and a sign that there is more. */
function beginningOf(body: string): string {
  const beginning = messagePreview(body)
  return tidyLine(body) === beginning ? beginning : `${beginning}…`
}

export const messageEmails = {
  'message-mail': messageMail,
} satisfies Partial<EmailTemplates>
