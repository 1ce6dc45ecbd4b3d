import { asksSecondFactor } from '#domain/account/two-factor.ts'
import type { EmailPayloads } from '#domain/notification/kinds.ts'
import { hasPasskey } from '../account/queries.ts'
import type { Services } from '../context.ts'
import type { EmailContent, EmailTemplates } from './email-content.ts'

const texts = {
  on: {
    subject: 'Two-factor log-in is on',
    lead:
      'From now on a log-in to your account asks for a code of your authenticator app, too. Your other sessions ' +
      'ended.',
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

const passkeyStays =
  'A log-in to your account no longer asks for a code of your authenticator app. After your password it still asks ' +
  'for a passkey.'

/** The email that tells a person what happened to their second factor. */
async function twoFactorMail(
  services: Services,
  { accountId, change }: EmailPayloads['two-factor-mail'],
): Promise<EmailContent> {
  const lead = change === 'off' && (await needsPasskey(services, accountId)) ? { lead: passkeyStays } : {}
  return ofSafety(services, accountId, {
    ...texts[change],
    ...lead,
    facts: [],
    notMe: 'If not, please also',
  })
}

/** Whether the password alone opens no session of an account although its app was switched off. */
async function needsPasskey({ db, settings }: Services, accountId: string): Promise<boolean> {
  const account = await db
    .selectFrom('account')
    .select('role')
    .select(hasPasskey)
    .where('id', '=', accountId)
    .executeTakeFirst()
  const isRequired = settings.adminTwoFactor === 'required'
  return account !== undefined && asksSecondFactor({ ...account, twoFactorAt: null }, { isRequired })
}

const passkeyTexts = {
  added: {
    subject: 'A passkey was added',
    lead: 'From now on it opens your account without your password.',
    notMe:
      'If not, set a new password, log in and remove this passkey under Settings, Two-factor log-in: a new ' +
      'password alone does not end it. Please also',
  },
  removed: {
    subject: 'A passkey was removed',
    lead: 'It does not open your account any more.',
    notMe: 'If not, please also',
  },
}

/** The email that tells a person that a passkey came or went. */
async function passkeyMail(
  services: Services,
  { accountId, change, name }: EmailPayloads['passkey-mail'],
): Promise<EmailContent> {
  return ofSafety(services, accountId, {
    ...passkeyTexts[change],
    facts: [{ label: 'Passkey', value: name }],
  })
}

/** The email that tells a person that a secret address of their calendar was made. */
async function calendarAddressMail(
  services: Services,
  { accountId }: EmailPayloads['calendar-address-mail'],
): Promise<EmailContent> {
  return ofSafety(services, accountId, {
    subject: 'A calendar address was made',
    lead: 'Whoever has it sees what you lend and borrow, when and with whom. An address from before no longer works.',
    facts: [],
    notMe:
      'If not, set a new password, log in and switch the address off under Settings, Calendar: a new password alone ' +
      'does not end it. Please also',
  })
}

function ofSafety(
  { settings }: Services,
  accountId: string,
  { notMe, ...said }: Pick<EmailContent, 'subject' | 'lead' | 'facts'> & { notMe: string },
): EmailContent {
  return {
    accountId,
    kind: 'account',
    ...said,
    action: { label: 'It wasn’t me: set a new password', path: '/forgot-password' },
    note: `If it was you, all is well. ${notMe} write to ${settings.supportEmail}.`,
  }
}

export const safetyEmails = {
  'two-factor-mail': twoFactorMail,
  'passkey-mail': passkeyMail,
  'calendar-address-mail': calendarAddressMail,
} satisfies Partial<EmailTemplates>
