import { mintToken } from '../account/mail-token.ts'
import type { Db, Services } from '../context.ts'
import type { Settings } from '../settings.ts'

const CONFIRM_MS = 7 * 86_400_000

const readAccount = (db: Db, accountId: string) =>
  db
    .selectFrom('account')
    .select(['email', 'firstName', 'role', 'emailVerified'])
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

/**
 * Words the mail with the link that sets a new password. Null when nobody has the address, the account is gone, or the link would
 * be dead on arrival.
 */
export async function passwordResetMail(
  services: Services,
  effectId: number,
  payload: { accountId: string | null; expiresAt: string },
) {
  const { db, settings, clock } = services
  const { accountId } = payload
  const expiresAt = new Date(payload.expiresAt)
  const account = accountId && expiresAt > clock.now() ? await readAccount(db, accountId) : null
  if (!accountId || !account) return null
  const token = await mintToken(services, 'password-reset', { accountId, effectId, expiresAt })
  return {
    to: account.email,
    subject: 'Set a new password',
    text: [
      `Hello ${account.firstName},`,
      '',
      `someone, hopefully you, asked for a new password for your ${settings.siteName} account. Choose it here within the hour; the link works once:`,
      '',
      `${settings.baseUrl}/reset-password?token=${token}`,
      '',
      `If it wasn’t you, you need do nothing: your password stays as it is.`,
      '',
      settings.siteName,
    ].join('\n'),
  }
}

/** Words the mail that tells a person that their password is another now; null when the account is gone. */
export async function passwordChangedMail(db: Db, settings: Settings, { accountId }: { accountId: string }) {
  const account = await readAccount(db, accountId)
  if (!account) return null
  return {
    to: account.email,
    subject: 'Your password was changed',
    text: [
      `Hello ${account.firstName},`,
      '',
      'your password was changed, and your other sessions ended.',
      '',
      `If it wasn’t you, set a new one at once: ${settings.baseUrl}/forgot-password`,
      `and write to ${settings.supportEmail}.`,
      '',
      settings.siteName,
    ].join('\n'),
  }
}

/** The link that confirms an account's email, good for a week. */
export async function confirmationLink(services: Services, effectId: number, accountId: string) {
  const expiresAt = new Date(services.clock.now().getTime() + CONFIRM_MS)
  const token = await mintToken(services, 'email-confirmation', { accountId, effectId, expiresAt })
  return `${services.settings.baseUrl}/verify-email?token=${token}`
}

/** Words the mail that asks again to confirm an email; null when the account is gone or its email confirmed. */
export async function confirmationMail(
  services: Services,
  effectId: number,
  { accountId }: { accountId: string },
) {
  const account = await readAccount(services.db, accountId)
  if (!account || account.emailVerified) return null
  return {
    to: account.email,
    subject: 'Please confirm your email',
    text: [
      `Hello ${account.firstName},`,
      '',
      'please confirm that this email is yours. The link works for a week:',
      '',
      await confirmationLink(services, effectId, accountId),
      '',
      services.settings.siteName,
    ].join('\n'),
  }
}
