import { formatInstant } from '#domain/period.ts'
import type { Services } from '../context.ts'
import type { EmailTemplates, EmailContent } from './email-content.ts'

/**
 * The email that brings a contact message to the site's operators; null when the message is deleted. An answer goes to
 * its writer.
 */
async function contactMail(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { messageId }: { messageId: string },
): Promise<EmailContent | null> {
  const message = await db
    .selectFrom('contactMessage')
    .selectAll()
    .where('id', '=', messageId)
    .executeTakeFirst()
  if (!message) return null
  return {
    accountId: null,
    replyTo: message.email,
    kind: 'contact-message',
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

export const contactEmails = {
  'contact-mail': contactMail,
} satisfies Partial<EmailTemplates>
