import type { Db, Services } from '../context.ts'
import type { Settings } from '../settings.ts'
import { confirmationLink } from './password-mail.ts'
import { wantsNotice } from './queries.ts'

/** Words the mail that tells an owner what became of their listing; null when it is gone or they want no such mail. Plain text. */
export async function listingMail(
  db: Db,
  settings: Settings,
  { listingId, decision }: { listingId: string; decision: 'approved' | 'rejected' },
) {
  const listing = await db
    .selectFrom('listing')
    .innerJoin('account', 'account.id', 'listing.ownerId')
    .select(['listing.title', 'listing.ownerId', 'account.email', 'account.firstName'])
    .where('listing.id', '=', listingId)
    .executeTakeFirst()
  if (!listing || !(await wantsNotice(db, listing.ownerId, 'listing-reviewed'))) return null
  const approved = decision === 'approved'
  return {
    to: listing.email,
    subject: approved ? `Your ${listing.title} is listed` : `Your ${listing.title} was not accepted`,
    text: [
      `Hello ${listing.firstName},`,
      '',
      approved
        ? `we have looked at ${listing.title}, and neighbours can find and rent it now.`
        : `we have looked at ${listing.title} and can’t list it as it is. You can edit it; write to ${settings.supportEmail} with any question.`,
      '',
      approved ? `${settings.baseUrl}/listing/${listingId}` : `${settings.baseUrl}/profile/listings`,
      '',
      settings.siteName,
    ].join('\n'),
  }
}

/** Words the mail that greets a new account and asks to confirm its email; null when it is gone. Plain text. */
export async function welcomeMail(
  services: Services,
  effectId: number,
  { accountId }: { accountId: string },
) {
  const { db, settings } = services
  const account = await db
    .selectFrom('account')
    .select(['email', 'firstName', 'role'])
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!account) return null
  const first =
    account.role === 'owner'
      ? `List your first thing: ${settings.baseUrl}/profile/listings`
      : `See what your neighbours lend: ${settings.baseUrl}/products`
  return {
    to: account.email,
    subject: `Welcome to ${settings.siteName}`,
    text: [
      `Hello ${account.firstName},`,
      '',
      `your account is ready. ${first}`,
      '',
      'Please confirm that this email is yours. The link works for a week:',
      await confirmationLink(services, effectId, accountId),
      '',
      settings.siteName,
    ].join('\n'),
  }
}

/** Words the mail that tells a user what was decided about their verification; null when they are gone or want no such mail. Plain text. */
export async function verificationMail(
  db: Db,
  settings: Settings,
  { accountId, decision }: { accountId: string; decision: 'verified' | 'rejected' },
) {
  const account = await db
    .selectFrom('account')
    .select(['email', 'firstName'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!account || !(await wantsNotice(db, accountId, 'verification-decided'))) return null
  const verified = decision === 'verified'
  return {
    to: account.email,
    subject: verified ? 'You are verified' : 'Your verification was not accepted',
    text: [
      `Hello ${account.firstName},`,
      '',
      verified
        ? 'we have verified your account. Neighbours can see it beside your name.'
        : `we could not verify your account. You can go on using ${settings.siteName}; write to ${settings.supportEmail} with any question.`,
      '',
      `${settings.baseUrl}/profile`,
      '',
      settings.siteName,
    ].join('\n'),
  }
}
