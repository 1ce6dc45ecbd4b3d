import { mintToken } from '../account/mail-token.ts'
import type { Db, Services } from '../context.ts'
import type { Settings } from '../settings.ts'
import type { Letter } from './letter.ts'

const CONFIRM_MS = 7 * 86_400_000

const readAccount = (db: Db, accountId: string) =>
  db
    .selectFrom('account')
    .select(['email', 'emailVerified'])
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

/**
 * Words the letter with the link that sets a new password. Null when nobody has the address, the account is gone, or
 * the link would be dead on arrival.
 */
export async function passwordResetMail(
  services: Services,
  effectId: number,
  payload: { accountId: string | null; expiresAt: string },
): Promise<Letter | null> {
  const { db, settings, clock } = services
  const { accountId } = payload
  const expiresAt = new Date(payload.expiresAt)
  const account = accountId && expiresAt > clock.now() ? await readAccount(db, accountId) : null
  if (!accountId || !account) return null
  const token = await mintToken(services, 'password-reset', { accountId, effectId, expiresAt })
  return {
    accountId,
    to: account.email,
    kind: null,
    subject: 'Set a new password',
    lead: `Someone, hopefully you, asked for a new password for your ${settings.siteName} account. Choose it within the hour; the link works once.`,
    facts: [],
    confirms: true,
    action: { label: 'Choose a new password', path: `/reset-password?token=${token}` },
    note: 'If it wasn’t you, you need do nothing: your password stays as it is.',
  }
}

/** Words the letter that tells a person that their password is another now; null when the account is gone. */
export async function passwordChangedMail(
  db: Db,
  settings: Settings,
  { accountId }: { accountId: string },
): Promise<Letter | null> {
  const account = await readAccount(db, accountId)
  if (!account) return null
  return {
    accountId,
    to: account.email,
    kind: null,
    subject: 'Your password was changed',
    lead: 'Your password was changed, and your other sessions ended. If it was you, all is well.',
    facts: [],
    action: { label: 'It wasn’t me: set a new one', path: '/forgot-password' },
    note: `If it wasn’t you, please also write to ${settings.supportEmail}.`,
  }
}

/** The path of the link that confirms an account's email, good for a week. */
export async function confirmationPath(services: Services, effectId: number, accountId: string) {
  const expiresAt = new Date(services.clock.now().getTime() + CONFIRM_MS)
  const token = await mintToken(services, 'email-confirmation', { accountId, effectId, expiresAt })
  return `/verify-email?token=${token}`
}

/** Words the letter that asks again to confirm an email; null when the account is gone or its email confirmed. */
export async function confirmationMail(
  services: Services,
  effectId: number,
  { accountId }: { accountId: string },
): Promise<Letter | null> {
  const account = await readAccount(services.db, accountId)
  if (!account || account.emailVerified) return null
  return {
    accountId,
    to: account.email,
    kind: null,
    subject: 'Please confirm your email',
    lead: 'Please confirm that this email is yours. The link works for a week.',
    facts: [],
    confirms: true,
    action: { label: 'Confirm your email', path: await confirmationPath(services, effectId, accountId) },
    note: 'If you have no account with us, you need do nothing.',
  }
}
