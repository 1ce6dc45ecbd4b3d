import { pathByLogIn } from '#domain/account/return-path.ts'
import type { Services } from '../context.ts'
import type { EmailTemplates, EmailContent } from './email-content.ts'
import { confirmationLink, forNobody } from './password-mail.ts'

/**
 * The email to an owner about an admin's decision on their listing; null when the listing is deleted, or when the
 * decision is out of date: it was rejected or accepted since, or neighbours can't find it. One that its owner paused
 * can be resumed.
 */
async function listingMail(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { listingId, decision }: { listingId: string; decision: 'approved' | 'rejected' },
): Promise<EmailContent | null> {
  const listing = await db
    .selectFrom('listing')
    .select(['title', 'ownerId', 'status', 'pausedAt', 'takenDownAt', 'ownerSuspended'])
    .where('id', '=', listingId)
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  // A rented one is accepted, too.
  const stands = decision === (listing?.status === 'unavailable' ? 'approved' : listing?.status)
  if (!listing || !stands) return null
  const { ownerId: accountId, title } = listing
  const about = { accountId, kind: 'listing-reviewed' as const, facts: [{ label: 'Item', value: title }] }
  if (decision === 'approved' && (listing.takenDownAt || listing.ownerSuspended)) return null
  if (decision === 'approved' && listing.pausedAt)
    return {
      ...about,
      subject: `Your ${title} is accepted`,
      lead: 'We have looked at your item, and it is paused. Resume it, and neighbours can find and rent it.',
      action: { label: 'See your listings', path: '/profile/listings' },
    }
  if (decision === 'approved')
    return {
      ...about,
      subject: `Your ${title} is listed`,
      lead: 'We have looked at your item, and neighbours can find and rent it now.',
      action: { label: 'See your listing', path: `/listing/${listingId}` },
    }
  return {
    ...about,
    subject: `Your ${title} was not accepted`,
    lead: 'We have looked at your item and can’t list it as it is. You can edit it and it is looked at again.',
    action: { label: 'See your listings', path: '/profile/listings' },
    note: `With any question, write to ${settings.supportEmail}.`,
  }
}

/**
 * The email that welcomes a new account and asks to confirm its email, unless that has happened; null when the account
 * is deleted.
 */
async function welcomeMail(
  services: Services,
  { accountId }: { accountId: string },
  effectId: number,
): Promise<EmailContent | null> {
  const { db, settings } = services
  const account = await db
    .selectFrom('account')
    .select('role')
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!account) return null
  const first =
    account.role === 'owner'
      ? `List your first thing: ${settings.baseUrl}${pathByLogIn('/profile/listings')}`
      : `See what your neighbours lend: ${settings.baseUrl}/products`
  const link = await confirmationLink(services, effectId, accountId)
  const about = { accountId, kind: 'account' as const, facts: [], note: first }
  const subject = `Welcome to ${settings.siteName}`
  if (!link) return { ...about, subject, lead: 'Your account is ready.', action: null }
  return {
    ...about,
    to: link.to,
    subject,
    lead: 'Your account is ready. Please confirm that this email is yours. The link works for a week.',
    note: `${forNobody} ${first}`,
    confirms: true,
    action: { label: 'Confirm your email', path: link.path },
  }
}

/**
 * The email to a user about their verification; null when the decision is out of date: an admin decided otherwise
 * since, or the user took another name.
 */
async function verificationMail(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { accountId, decision }: { accountId: string; decision: 'verified' | 'rejected' },
): Promise<EmailContent | null> {
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('verificationStatus', '=', decision)
    .executeTakeFirst()
  if (!account) return null
  const verified = decision === 'verified'
  return {
    accountId,
    kind: 'verification-decided',
    subject: verified ? 'You are verified' : 'Your verification was not accepted',
    lead: verified
      ? 'We have verified your account. Neighbours can see it beside your name.'
      : `We could not verify your account. You can go on using ${settings.siteName}.`,
    facts: [],
    action: { label: 'See your profile', path: '/profile' },
    ...(verified ? {} : { note: `With any question, write to ${settings.supportEmail}.` }),
  }
}

export const accountEmails = {
  'listing-mail': listingMail,
  'welcome-mail': welcomeMail,
  'verification-mail': verificationMail,
} satisfies Partial<EmailTemplates>
