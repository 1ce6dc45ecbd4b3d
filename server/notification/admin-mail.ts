import { adminAreaTexts } from '#domain/account/admin-area.ts'
import type { EmailPayloads } from '#domain/notification/kinds.ts'
import type { Services } from '../context.ts'
import { findEmail } from './find-email.ts'
import type { EmailContent, EmailTemplates } from './email-content.ts'

/**
 * The email that tells an admin who may do everything, or the person, about a change of admins. A removed
 * admin has no name any more.
 */
async function adminMail(
  services: Services,
  { accountId, adminId, change, area }: EmailPayloads['admin-mail'],
): Promise<EmailContent> {
  const label = `“${adminAreaTexts[area].label}”`
  const who = (await findEmail(services, adminId)) ?? 'An admin'
  const words =
    accountId === adminId
      ? { subject: 'Your area was changed', lead: `As an admin your area is ${label} now.` }
      : {
          made: {
            subject: 'There is a new admin',
            lead: `${who} was made an admin. Their area is ${label}.`,
          },
          area: {
            subject: 'The area of an admin was changed',
            lead: `The area of ${who} is ${label} now.`,
          },
          removed: { subject: 'An admin was removed', lead: 'The account of an admin was removed.' },
        }[change]
  return {
    accountId,
    kind: 'account',
    ...words,
    facts: [],
    action: {
      label: 'Open the admin area',
      path: area === 'all' || accountId !== adminId ? '/admin/admins' : '/admin',
    },
    note: `If you did not expect this, please write to ${services.settings.supportEmail}.`,
  }
}

export const adminEmails = { 'admin-mail': adminMail } satisfies Partial<EmailTemplates>
