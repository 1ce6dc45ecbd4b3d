import type { Mail } from '#gateways/mail/port.ts'
import { formatInstant } from '#domain/period.ts'
import type { Db } from '../context.ts'
import type { Settings } from '../settings.ts'

/** Words the mail that brings a contact message to the people of the site; null when it is gone. An answer goes to its writer. */
export async function contactMail(
  db: Db,
  settings: Settings,
  { messageId }: { messageId: string },
): Promise<Omit<Mail, 'id'> | null> {
  const message = await db
    .selectFrom('contactMessage')
    .selectAll()
    .where('id', '=', messageId)
    .executeTakeFirst()
  if (!message) return null
  return {
    to: settings.supportEmail,
    replyTo: message.email,
    subject: `[Contact] ${message.subject}`,
    text: [
      `${message.name} <${message.email}> wrote on ${formatInstant(message.createdAt)}${message.accountId ? ', logged in' : ''}:`,
      '',
      message.message,
      '',
      `${settings.baseUrl}/admin/contact-messages`,
    ].join('\n'),
  }
}
