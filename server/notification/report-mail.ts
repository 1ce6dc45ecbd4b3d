import { formatDay, dayInManila } from '#domain/period.ts'
import type { ReportedKind } from '#domain/report/report.ts'
import type { Services } from '../context.ts'
import type { EmailTemplates, EmailContent } from './email-content.ts'

/**
 * The email about a closed report: to the reporter, without the decision; to the reported person, as a warning that
 * doesn't say who reported. Null when the report is deleted.
 */
async function reportMail(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { reportId, to }: { reportId: string; to: 'reporter' | 'reported' },
): Promise<EmailContent | null> {
  const report = await db
    .selectFrom('report')
    .leftJoin('thread', 'thread.id', 'report.threadId')
    .leftJoin('listing', 'listing.id', 'report.listingId')
    .select(['report.reporterId', 'report.reportedId', 'report.createdAt', 'report.about', 'report.decision'])
    .select(({ fn }) => fn.coalesce('thread.title', 'listing.title').as('title'))
    .where('report.id', '=', reportId)
    .executeTakeFirst()
  if (!report) return null
  const accountId = to === 'reporter' ? report.reporterId : report.reportedId
  const about = { accountId, kind: 'report-closed' as const, facts: [] }
  if (to === 'reporter')
    return {
      ...about,
      subject: 'We have looked at your report',
      lead:
        `Thank you for your report of ${formatDay(dayInManila(report.createdAt))} about ` +
        `${subjectText(report)}. We have looked at it and did what it called for. To protect ` +
        'everyone’s privacy we don’t say more.',
      action: { label: 'See the people you blocked', path: '/profile/settings/blocked' },
      note:
        `If it goes on, report it again or write to ${settings.supportEmail}. You can block someone ` +
        'from your conversation with them.',
    }
  if (report.decision === 'review-removed')
    return {
      ...about,
      kind: 'admin-decision',
      subject: `We have removed your review of ${report.title}`,
      lead:
        'It is no longer shown, as it was not in order. Please be kind, and write of the item and of ' +
        'how the rental went.',
      action: { label: 'Read the help', path: '/help' },
      note: `If you think that we are wrong, write to ${settings.supportEmail}.`,
    }
  return {
    ...about,
    subject: `A reminder of how we treat each other on ${settings.siteName}`,
    lead:
      'Something you wrote in ' +
      (report.about === 'person' || report.about === 'message'
        ? `a conversation on ${settings.siteName} `
        : `${subjectText(report)} `) +
      'was not in order. Please be kind, keep talking and paying on the site until a rental is ' +
      'confirmed, and send no links that ask for money or a password.',
    action: { label: 'Read the help', path: '/help' },
    note:
      'If it happens again, we may close your account. If you think that we are wrong, write to ' +
      `${settings.supportEmail}.`,
  }
}

function subjectText({ about, title }: { about: ReportedKind; title: string | null }): string {
  if (about === 'listing') return `the listing ${title ?? ''}`.trim()
  return `a ${about === 'review' ? 'review of' : 'conversation on'} ${title ?? 'a listing'}`
}

export const reportEmails = {
  'report-mail': reportMail,
} satisfies Partial<EmailTemplates>
