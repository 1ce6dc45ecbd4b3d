import { dayInManila, formatDay } from '#domain/period.ts'
import { DAY_MS, msAfter } from '#domain/time.ts'
import { mintToken } from '../account/mail-token.ts'
import { listPasskeys } from '../account/queries.ts'
import { findFeed } from '../calendar-feed/queries.ts'
import type { Db, Services } from '../context.ts'
import { lockRecipient } from './find-email.ts'
import type { EmailTemplates, EmailContent } from './email-content.ts'

const CONFIRM_MS = 7 * DAY_MS

/**
 * The email with the link that sets a new password. Null when no account has the address, the account is deleted, the
 * password was changed meanwhile, or the link would already be expired; also for an admin who never took their
 * invitation, which would not end otherwise.
 */
async function passwordResetMail(
  services: Services,
  payload: { accountId: string | null; expiresAt: string },
  effectId: number,
): Promise<EmailContent | null> {
  const { settings, clock } = services
  const { accountId } = payload
  const expiresAt = new Date(payload.expiresAt)
  if (!accountId || expiresAt <= clock.now() || (await isInvited(services.db, accountId))) return null
  const link = await passwordLink(services, { accountId, effectId, expiresAt })
  if (!link) return null
  return {
    accountId,
    to: link.to,
    kind: 'account',
    subject: 'Set a new password',
    lead:
      `Someone, hopefully you, asked for a new password for your ${settings.siteName} account. ` +
      'Choose it within the hour; the link works once.',
    facts: [],
    confirms: true,
    action: { label: 'Choose a new password', path: link.path },
    note: 'If it wasn’t you, you need do nothing: your password stays as it is.',
  }
}

/** Whether an account is that of an admin who has neither confirmed the email nor set a password since it was made. */
async function isInvited(db: Db, accountId: string): Promise<boolean> {
  const invited = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('role', '=', 'admin')
    .where('emailVerified', '=', false)
    .where('passwordResetAt', 'is', null)
    .executeTakeFirst()
  return invited !== undefined
}

/**
 * The email with the link by which a new admin sets a password; null when it has expired or the account is deleted.
 */
async function invitationMail(
  services: Services,
  { accountId, ...payload }: { accountId: string; expiresAt: string },
  effectId: number,
): Promise<EmailContent | null> {
  const expiresAt = new Date(payload.expiresAt)
  if (expiresAt <= services.clock.now()) return null
  const link = await passwordLink(services, { accountId, effectId, expiresAt })
  if (!link) return null
  return {
    accountId,
    to: link.to,
    kind: 'account',
    subject: 'You are an admin now',
    lead:
      `An admin of ${services.settings.siteName} made an admin account for you. Choose its password within three ` +
      'days, then log in through the admin portal; the link works once.',
    facts: [],
    confirms: true,
    action: { label: 'Choose your password', path: link.path },
    note: 'If you did not expect this, you need do nothing: without a password nobody can log in.',
  }
}

/**
 * Makes the link that sets a new password, and reads its recipient; null when the account is deleted, or the password
 * was changed after the job began. It locks the account: a change of its address or password ends the links that were
 * mailed before, so the two must not run at the same time.
 */
const passwordLink = (
  { db, settings }: Services,
  link: { accountId: string; effectId: number; expiresAt: Date },
) =>
  db.transaction().execute(async (tx) => {
    const to = await lockRecipient(tx, link.accountId)
    const { effectId } = link
    const asked = await tx.selectFrom('effect').select('id').where('id', '=', effectId).executeTakeFirst()
    if (!to || !asked) return null
    const token = await mintToken(tx, { settings }, 'password-reset', link)
    return { to, path: `/reset-password?token=${token}` }
  })

/**
 * The email that tells a person that their password was changed, which passkeys still open their account, and whether
 * a calendar address still shows their rentals.
 */
async function passwordChangedMail(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { accountId }: { accountId: string },
): Promise<EmailContent> {
  const passkeys = await listPasskeys(db, accountId)
  const feed = await findFeed(db, accountId)
  const facts = passkeys.map(({ name }) => ({ label: 'Still opens your account', value: `Passkey: ${name}` }))
  const notes = [`If it wasn’t you, please also write to ${settings.supportEmail}.`]
  if (feed) {
    const made = formatDay(dayInManila(feed.createdAt))
    facts.push({ label: 'Still shows your rentals', value: `Calendar address of ${made}` })
    notes.unshift('If a calendar address is not yours, switch it off under Settings, Calendar.')
  }
  if (passkeys.length > 0)
    notes.unshift('Passkeys that are not yours you remove under Settings, Two-factor log-in.')
  return {
    accountId,
    kind: 'account',
    subject: 'Your password was changed',
    lead: 'Your password was changed, and your other sessions ended. If it was you, all is well.',
    facts,
    action: { label: 'It wasn’t me: set a new one', path: '/forgot-password' },
    note: notes.join(' '),
  }
}

/**
 * The link that confirms an account's email, good for a week, and that email; null when it is confirmed, or the
 * account is deleted. It locks the account: a change of its address forgets the links that were mailed before, and a
 * mail that is sent again must not make them again.
 */
export const confirmationLink = (
  { db, settings, clock }: Services,
  effectId: number,
  accountId: string,
): Promise<{ to: string; path: string } | null> =>
  db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select(['email', 'emailVerified'])
      .where('id', '=', accountId)
      .where('deletedAt', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (!account || account.emailVerified) return null
    const link = { accountId, effectId, expiresAt: msAfter(clock.now(), CONFIRM_MS) }
    const token = await mintToken(tx, { settings }, 'email-confirmation', link)
    return { to: account.email, path: `/verify-email?token=${token}` }
  })

/** What a stranger reads whose address somebody else typed. */
export const forNobody = 'If you have no account with us, you need do nothing.'

/** The email that asks again to confirm an email; null when the account is deleted or its email confirmed. */
async function confirmationMail(
  services: Services,
  { accountId }: { accountId: string },
  effectId: number,
): Promise<EmailContent | null> {
  const link = await confirmationLink(services, effectId, accountId)
  if (!link) return null
  return {
    accountId,
    to: link.to,
    kind: 'account',
    subject: 'Please confirm your email',
    lead: 'Please confirm that this email is yours. The link works for a week.',
    facts: [],
    confirms: true,
    action: { label: 'Confirm your email', path: link.path },
    note: forNobody,
  }
}

export const passwordEmails = {
  'password-reset-mail': passwordResetMail,
  'admin-invitation-mail': invitationMail,
  'password-changed-mail': passwordChangedMail,
  'confirmation-mail': confirmationMail,
} satisfies Partial<EmailTemplates>
