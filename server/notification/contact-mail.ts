import { formatInstant } from '#domain/period.ts'
import type { Db } from '../context.ts'
import type { Settings } from '../settings.ts'
import type { Letter } from './letter.ts'

/**
 * Words the letter that brings a contact message to the people of the site; null when it is gone. An answer goes to
 * its writer.
 */
export async function contactMail(
  db: Db,
  settings: Settings,
  { messageId }: { messageId: string },
): Promise<Letter | null> {
  const message = await db
    .selectFrom('contactMessage')
    .selectAll()
    .where('id', '=', messageId)
    .executeTakeFirst()
  if (!message) return null
  return {
    accountId: null,
    to: settings.supportEmail,
    replyTo: message.email,
    kind: null,
    subject: `[Contact] ${message.subject}`,
    lead: `${message.name} wrote to ${settings.siteName}. If you answer this email, they get it.`,
    quote: message.message,
    facts: [
      { label: 'From', value: `${message.name} <${message.email}>` },
      { label: 'Written', value: formatInstant(message.createdAt) },
      { label: 'Logged in', value: message.accountId ? 'Yes' : 'No' },
    ],
    action: { label: 'See all contact messages', path: '/admin/contact-messages' },
  }
}
