import type { Role } from '../account/account.ts'
import { lifecycle, type RentalAction } from '../rental/lifecycle.ts'

type Kind = {
  /** What the choice says. */
  label: string
  /** When it is sent. */
  text: string
  /** Whom it can reach, by role. Owners rent too. */
  for: readonly Role[]
}

/**
 * Every kind of notice that a person can switch off. Mails and notices in the site ask for the kind by its name;
 * Settings shows the words. What is not here is always sent, see `alwaysSent`.
 */
export const noticeKinds = {
  'request-received': {
    label: 'Request received',
    text: 'Someone would like to rent one of your listings.',
    for: ['owner'],
  },
  approved: {
    label: 'Request approved',
    text: 'An owner approved what you asked for.',
    for: ['renter', 'owner'],
  },
  rejected: {
    label: 'Request rejected',
    text: 'A request was rejected, or was not answered in time.',
    for: ['renter', 'owner'],
  },
  cancelled: {
    label: 'Rental cancelled',
    text: 'The other side cancelled, or it was never handed over.',
    for: ['renter', 'owner'],
  },
  handover: {
    label: 'Handed over and returned',
    text: 'The owner noted that you got the item, or that it is back.',
    for: ['renter', 'owner'],
  },
  'payment-received': {
    label: 'Payment received',
    text: 'Your online payment has arrived.',
    for: ['renter', 'owner'],
  },
  'refund-made': {
    label: 'Refund made',
    text: 'Money went back to you.',
    for: ['renter', 'owner'],
  },
  deposit: {
    label: 'Deposit',
    text: 'A deposit went back, was claimed, or was decided on.',
    for: ['renter', 'owner'],
  },
  'starts-tomorrow': {
    label: 'Starts tomorrow',
    text: 'The day before a rental begins.',
    for: ['renter', 'owner'],
  },
  'due-today': {
    label: 'Due back today',
    text: 'On the last day of a rental.',
    for: ['renter', 'owner'],
  },
  overdue: {
    label: 'Overdue',
    text: 'A rental should have been returned by now.',
    for: ['renter', 'owner'],
  },
  'new-message': {
    label: 'New message',
    text: 'Someone wrote to you while you were away.',
    for: ['renter', 'owner'],
  },
  'listing-reviewed': {
    label: 'Listing accepted or rejected',
    text: 'We have looked at one of your listings.',
    for: ['owner'],
  },
  'verification-decided': {
    label: 'Verification decided',
    text: 'We have looked at your account.',
    for: ['renter', 'owner'],
  },
} as const satisfies Record<string, Kind>

export type NoticeKind = keyof typeof noticeKinds
/**
 * What a notice is about. `admin-decision`, what admins decided about one's account or listing, can't be switched
 * off.
 */
export type ToldKind = NoticeKind | 'admin-decision'
export const allNoticeKinds = Object.keys(noticeKinds) as NoticeKind[]

/** Where a notice can reach a person; each kind can be switched off for each. */
export const noticeChannels = ['site', 'email', 'push'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** The mails without a choice, and why. */
export const alwaysSent =
  'We always send what keeps your account safe (a new password, a changed email), what our admins decide about your account or take down, and the confirmation of each order you place, since that is your record of it.'

/** The kinds that can reach someone of this role, in the order of the table. */
export function kindsFor(role: Role): NoticeKind[] {
  return allNoticeKinds.filter((kind) => (noticeKinds[kind].for as readonly Role[]).includes(role))
}

/**
 * The kind of a mail about a rental; null for the confirmation of one's own order, which is always sent. A step is of
 * the kind of the state it leads to, and an undo of the kind of what it undoes.
 */
export function kindOfRentalMail(
  action: RentalAction | 'request',
  to: 'owner' | 'renter',
): NoticeKind | null {
  if (action === 'request') return to === 'owner' ? 'request-received' : null
  if (action === 'undo-activate') return 'handover'
  const kinds: Record<(typeof lifecycle)[RentalAction]['to'], NoticeKind> = {
    Pending: 'request-received',
    Approved: 'approved',
    Rejected: 'rejected',
    Cancelled: 'cancelled',
    Active: 'handover',
    Completed: 'handover',
  }
  return kinds[lifecycle[action].to]
}
