import { refuse } from '../verdict.ts'

export const reportReasons = ['spam', 'outside', 'harassment', 'scam', 'other'] as const
/** Why someone reports a person, a message, a listing or a review. */
export type ReportReason = (typeof reportReasons)[number]

export const reportedKinds = ['person', 'message', 'listing', 'review'] as const
/** What kind of thing a report is about. */
export type ReportedKind = (typeof reportedKinds)[number]
export const subjectTexts: Record<ReportedKind, string> = {
  person: 'A person',
  message: 'A message',
  listing: 'A listing',
  review: 'A review',
}

export const reportDecisions = [
  'no-action',
  'warned',
  'review-removed',
  'taken-down',
  'suspended',
  'removed',
] as const
/**
 * An admin's decision on a report; `closeReport` carries it out. `removed` does nothing: the account or listing was
 * already deleted.
 */
export type ReportDecision = (typeof reportDecisions)[number]

/** The label of each reason, and what it means. */
export const reasonTexts: Record<ReportReason, { label: string; hint: string }> = {
  spam: { label: 'Spam', hint: 'Advertising, or the same message again and again.' },
  outside: { label: 'Asks to pay outside the site', hint: 'Money sent directly is not protected.' },
  harassment: { label: 'Harassment or hate', hint: 'Insults, threats, or what nobody should have to read.' },
  scam: {
    label: 'Suspected scam or fake',
    hint: 'Something doesn’t add up: the person, the item or a link.',
  },
  other: { label: 'Something else', hint: 'Please tell us what.' },
}

export const decisionTexts: Record<ReportDecision, string> = {
  'no-action': 'No action',
  warned: 'Warned',
  'review-removed': 'Review removed',
  'taken-down': 'Listing taken down',
  suspended: 'Account suspended',
  removed: 'Account or listing removed',
}

export const reportThanks =
  'Thank you for telling us. We look at it soon; the other person is not told who reported.'

/** The refusal for someone who reports the same thing again before an admin has closed the first report. */
export const alreadyReported = () =>
  refuse('reported', 'You have reported this already. We are looking at it.')

/** The refusal for an admin who acts on something that no longer exists. */
export const reportedIsGone = (what: 'account' | 'listing' | 'review') =>
  refuse('gone', `This report has no ${what} any more. Please decide something else.`)

/** The refusal for an admin who closes a report that another admin has closed. */
export const alreadyClosed = () => refuse('decided', 'This report was closed already.')
