import { formatInstant } from '#domain/period.ts'
import type { EmailPayloads } from '#domain/notification/kinds.ts'
import { daysAfter, hoursAfter } from '#domain/time.ts'
import { mintToken } from '../account/mail-token.ts'
import type { Services } from '../context.ts'
import type { EmailContent, EmailTemplates } from './email-content.ts'
import { lockRecipient } from './find-email.ts'

const notMe = { label: 'It wasn’t me: set a new password', path: '/forgot-password' }

/** The email about a log-in from a browser that was not known. */
async function newDeviceMail(
  _services: Services,
  { accountId, device, at }: EmailPayloads['new-device-mail'],
): Promise<EmailContent> {
  return {
    accountId,
    kind: 'account',
    subject: 'A log-in from a new device',
    lead: 'Someone, hopefully you, logged in to your account from a device that we did not know.',
    facts: [
      { label: 'Device', value: device },
      { label: 'When', value: formatInstant(new Date(at)) },
    ],
    action: notMe,
    note: 'If it was you, all is well. Settings list where you are logged in, and end any of those.',
  }
}

/**
 * The emails about a change of address: to the new one, with the link that makes it, null when there is none; to the
 * present one, before; and to the one that was, after.
 */
async function emailChangeMail(
  services: Services,
  { accountId, to, stage }: EmailPayloads['email-change-mail'],
  effectId: number,
): Promise<EmailContent | null> {
  const { settings } = services
  const about = { accountId, to, kind: 'account' as const, facts: [] }
  const report = `If it wasn’t you, please also write to ${settings.supportEmail}.`
  if (stage === 'asked')
    return {
      ...about,
      subject: 'Your email is about to change',
      lead:
        'Someone, hopefully you, asked to use another email for your account. ' +
        'It changes once that one is confirmed.',
      action: notMe,
      note: `A new password also stops the change. ${report}`,
    }
  if (stage === 'changed')
    return {
      ...about,
      subject: 'Your email was changed',
      lead: 'Your account has another email now. Nothing more about it is sent to this address.',
      action: { label: 'It wasn’t me: write to us', path: '/contact' },
      note: report,
    }
  const token = await changeToken(services, { accountId, effectId, about: to })
  if (!token) return null
  return {
    ...about,
    subject: 'Please confirm your new email',
    lead:
      'Please confirm that this email is yours. Your account uses it from then on. ' +
      'The link works for an hour.',
    confirms: true,
    toNewAddress: true,
    action: { label: 'Confirm the new email', path: `/change-email?token=${token}` },
    note: 'If you did not ask for this, you need do nothing.',
  }
}

/**
 * Makes the token that changes an account's email; null when somebody has the new address, the account is deleted, or
 * the change was ended after its job began, or asked for a day ago: a job may be repeated much later. What ends it
 * locks the account first, so it waits for this, or this for it.
 */
const changeToken = (
  { db, settings, clock }: Services,
  change: { accountId: string; effectId: number; about: string },
) =>
  db.transaction().execute(async (tx) => {
    const account = await lockRecipient(tx, change.accountId)
    const asked = await tx
      .selectFrom('effect')
      .select('id')
      .where('id', '=', change.effectId)
      .where('createdAt', '>', daysAfter(clock.now(), -1))
      .executeTakeFirst()
    const taken = await tx
      .selectFrom('account')
      .select('id')
      .where((eb) => eb(eb.fn('lower', ['email']), '=', change.about))
      .executeTakeFirst()
    if (!account || !asked || taken) return null
    const expiresAt = hoursAfter(clock.now(), 1)
    return mintToken(tx, { settings }, 'email-change', { ...change, expiresAt })
  })

export const logInEmails = {
  'new-device-mail': newDeviceMail,
  'email-change-mail': emailChangeMail,
} satisfies Partial<EmailTemplates>
