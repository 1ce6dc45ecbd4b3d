import type { EmailPayloads } from '#domain/notification/kinds.ts'
import type { Services } from '../context.ts'
import type { EmailTemplates, EmailContent } from './email-content.ts'

/** The email about a suspension, or with `reason` null about its end. */
async function suspensionMail(
  { settings: { siteName, supportEmail } }: Pick<Services, 'settings'>,
  { accountId, reason }: { accountId: string; reason: string | null },
): Promise<EmailContent> {
  const about = { accountId, kind: 'admin-decision' as const, facts: [] }
  if (reason === null)
    return {
      ...about,
      subject: `Your ${siteName} account is open again`,
      lead: 'The suspension has ended. You can log in, and your listings are as they were before it.',
      action: { label: 'Go to your profile', path: '/profile' },
    }
  return {
    ...about,
    subject: `Your ${siteName} account is suspended`,
    lead:
      'You can’t log in for now, and your listings are hidden. Requests that waited for an answer were ' +
      'rejected and approved rentals cancelled, and what was paid for them goes back in full. A rental ' +
      'that is under way goes on to its end.',
    quote: reason,
    action: { label: 'Read the help', path: '/help' },
    note: `If you think that we are wrong, write to ${supportEmail}.`,
  }
}

/** The email about a listing that was taken down, or with `reason` null put back; null when it is deleted. */
async function takeDownMail(
  { db, settings: { supportEmail } }: Pick<Services, 'db' | 'settings'>,
  { listingId, reason }: Pick<EmailPayloads['take-down-mail'], 'listingId' | 'reason'>,
): Promise<EmailContent | null> {
  const listing = await db
    .selectFrom('listing')
    .select(['title', 'ownerId'])
    .where('id', '=', listingId)
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  if (!listing) return null
  const { ownerId: accountId, title } = listing
  const about = {
    accountId,
    kind: 'admin-decision' as const,
    facts: [{ label: 'Item', value: title }],
    action: { label: 'See your listing', path: `/listing/${listingId}` },
  }
  if (reason === null)
    return {
      ...about,
      subject: `Your ${title} is back`,
      lead: 'We have put your listing back, as it was before.',
    }
  return {
    ...about,
    subject: `We have taken down your ${title}`,
    lead:
      'Nobody else can see this listing any more. Requests for it were rejected and approved rentals ' +
      'cancelled, and what was paid for them goes back in full. A rental that is under way goes on to ' +
      'its end.',
    quote: reason,
    note: `If you think that we are wrong, or have changed what was wrong, write to ${supportEmail}.`,
  }
}

export const moderationEmails = {
  'suspension-mail': suspensionMail,
  'take-down-mail': takeDownMail,
} satisfies Partial<EmailTemplates>
