import type { EmailPayloads } from '#domain/notification/kinds.ts'
import type { Services } from '../context.ts'
import { findEmail } from './find-email.ts'
import type { EmailContent, EmailTemplates } from './email-content.ts'

const texts = {
  on: {
    subject: 'Two-factor log-in is on',
    lead: 'From now on a log-in to your account asks for a code of your authenticator app, too.',
  },
  off: {
    subject: 'Two-factor log-in is off',
    lead: 'From now on your password alone is enough to log in to your account.',
  },
  'recovery-code': {
    subject: 'A recovery code was used',
    lead: 'One of your recovery codes was used in place of a code of your app. It does not work again.',
  },
}

/** The email that tells a person what happened to their second factor; null when the account is deleted. */
async function twoFactorMail(
  services: Services,
  { accountId, change }: EmailPayloads['two-factor-mail'],
): Promise<EmailContent | null> {
  const to = await findEmail(services, accountId)
  if (to === undefined) return null
  return {
    accountId,
    to,
    kind: 'account',
    ...texts[change],
    facts: [],
    action: { label: 'It wasn’t me: set a new password', path: '/forgot-password' },
    note: `If it was you, all is well. If not, please also write to ${services.settings.supportEmail}.`,
  }
}

export const twoFactorEmails = { 'two-factor-mail': twoFactorMail } satisfies Partial<EmailTemplates>
