import type { ChangeAction } from '../change/change-action.ts'
import type { DebtSettled } from '../debt/debt.ts'
import type { DepositEvent } from '../deposit/deposit.ts'
import type { DisputeEvent } from '../dispute/dispute.ts'
import type { Role } from '../account/account.ts'
import type { AdminArea } from '../account/admin-area.ts'
import type { Reminder } from './reminders.ts'
import type { Side } from '../side.ts'

/** The channels by which a notification reaches a person. A switchable kind can be switched off for each channel. */
export const notificationChannels = ['site', 'email', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

type Kind = {
  /** The roles of the people who can receive it. Owners rent too. Empty: it goes to the site's operators. */
  for: readonly Role[]
  /** The channels by which it is sent. */
  channels: readonly NotificationChannel[]
} & (
  | {
      switchable: true
      /** The label of its switch. */
      label: string
      /** When it is sent. */
      text: string
    }
  | { switchable: false }
) &
  (
    | { channels: readonly ['email'] }
    /** The icon beside it on the site. */
    | { icon: string }
  )

const everywhere = notificationChannels
const byEmail = ['email'] as const
const renters = ['renter', 'owner'] as const
const owners = ['owner'] as const
/** What most kinds are: sent by every channel, and each of them can be switched off. */
const forRenters = { switchable: true, for: renters, channels: everywhere } as const
const forOwners = { switchable: true, for: owners, channels: everywhere } as const

/**
 * Every kind of notification. The switches in Settings, the footer of an email and the channels derive from here; the
 * texts of each are in its template, `server/notification/templates.ts`.
 */
export const notificationKinds = {
  'request-received': {
    label: 'Request received',
    text: 'Someone would like to rent one of your listings.',
    ...forOwners,
    icon: 'calendar-plus',
  },
  approved: {
    label: 'Request approved',
    text: 'An owner approved what you asked for.',
    ...forRenters,
    icon: 'circle-check',
  },
  rejected: {
    label: 'Request rejected',
    text: 'A request was rejected, or was not answered in time.',
    ...forRenters,
    icon: 'calendar-x',
  },
  cancelled: {
    label: 'Rental cancelled',
    text: 'The other side cancelled, or it was never handed over.',
    ...forRenters,
    icon: 'ban',
  },
  handover: {
    label: 'Handed over and returned',
    text: 'The owner noted that you got the item, or that it is back.',
    ...forRenters,
    icon: 'handshake',
  },
  change: {
    label: 'Days of a rental',
    text: 'Someone asked for more days, fewer days or another start, or it was answered.',
    ...forRenters,
    icon: 'calendar-sync',
  },
  waitlist: {
    label: 'Free days',
    text: 'Days that you wait for are free, and held for you.',
    ...forRenters,
    icon: 'calendar-heart',
  },
  'payment-received': {
    label: 'Payment received',
    text: 'Your online payment has arrived.',
    ...forRenters,
    icon: 'wallet',
  },
  'refund-made': {
    label: 'Refund made',
    text: 'Money went back to you.',
    ...forRenters,
    icon: 'undo',
  },
  deposit: {
    label: 'Deposit',
    text: 'A deposit went back, was claimed, or was decided on.',
    ...forRenters,
    icon: 'hand-coins',
  },
  goodwill: {
    label: 'Goodwill payment',
    text: 'We paid you or the other side something of our own money.',
    ...forRenters,
    icon: 'hand-coins',
  },
  dispute: {
    label: 'Dispute',
    text: 'A dispute about a rental began, was answered, or was decided.',
    ...forRenters,
    icon: 'gavel',
  },
  'starts-tomorrow': {
    label: 'Starts tomorrow',
    text: 'The day before a rental begins.',
    ...forRenters,
    icon: 'calendar-clock',
  },
  'due-today': {
    label: 'Due back today',
    text: 'On the last day of a rental.',
    ...forRenters,
    icon: 'calendar-check',
  },
  overdue: {
    label: 'Overdue',
    text: 'A rental should have been returned by now.',
    ...forRenters,
    icon: 'alarm-clock',
  },
  'late-fee': {
    label: 'Late fee',
    text: 'What a late return costs, and when it is taken or waived.',
    ...forRenters,
    icon: 'alarm-clock',
  },
  'not-back': {
    label: 'Not back in time',
    text: 'Something that you rent next is still out with someone else.',
    ...forRenters,
    icon: 'calendar-x',
  },
  'no-show': {
    label: 'Did not come',
    text: 'One side said that the other did not come to the hand-over.',
    ...forRenters,
    icon: 'calendar-x',
  },
  'new-message': {
    label: 'New message',
    text: 'Someone wrote to you while you were away.',
    ...forRenters,
    icon: 'message-circle',
  },
  'listing-reviewed': {
    label: 'Listing accepted or rejected',
    text: 'We have looked at one of your listings.',
    ...forOwners,
    icon: 'store',
  },
  'verification-decided': {
    label: 'Verification decided',
    text: 'We have looked at your account.',
    ...forRenters,
    icon: 'badge-check',
  },
  /** An admin's decision about one's account or listing. */
  'admin-decision': { switchable: false, for: renters, channels: everywhere, icon: 'gavel' },
  /** The confirmation of one's own order. */
  'order-placed': { switchable: false, for: renters, channels: byEmail },
  /** A welcome, a changed password, and links that confirm who someone is. */
  account: { switchable: false, for: ['renter', 'owner', 'admin'], channels: byEmail },
  'report-closed': { switchable: false, for: renters, channels: byEmail },
  'contact-message': { switchable: false, for: [], channels: byEmail },
} as const satisfies Record<string, Kind>

type Kinds = typeof notificationKinds
/** The subject of one email and of the notice on the site that says the same. */
export type NotificationKind = keyof Kinds
/** A kind that a person can switch off. */
export type SwitchableKind = {
  [K in NotificationKind]: Kinds[K]['switchable'] extends true ? K : never
}[NotificationKind]
/** A kind that is shown on the site. */
export type SiteKind = {
  [K in NotificationKind]: Kinds[K] extends { icon: string } ? K : never
}[NotificationKind]
export type NoticeIcon = Kinds[SiteKind]['icon']

/** Whether a person can switch a kind off. */
export const isSwitchable = (kind: NotificationKind): kind is SwitchableKind =>
  notificationKinds[kind].switchable

/** Whether a kind is sent by a channel at all. */
export const reaches = (kind: NotificationKind, channel: NotificationChannel): boolean =>
  (notificationKinds[kind].channels as readonly NotificationChannel[]).includes(channel)

/** Whether a kind is shown on the site. */
export const isOnSite = (kind: NotificationKind): kind is SiteKind => reaches(kind, 'site')

/** The kinds that can be switched off, in the order of the table. */
export const switchableKinds = (Object.keys(notificationKinds) as NotificationKind[]).filter(isSwitchable)

/** The text that says which mails can't be switched off, and why. */
export const alwaysSent =
  'We always send what keeps your account safe (a new password, a changed email), what our admins ' +
  'decide about your account or take down, that they have looked at your report, a warning after a ' +
  'report of you, and the confirmation of each order you place, since that is your record of it.'

/** The kinds that someone of this role can switch off, in the order of the table. */
export function switchableKindsFor(role: Role): SwitchableKind[] {
  return switchableKinds.filter((kind) => (notificationKinds[kind].for as readonly Role[]).includes(role))
}

/** What happened with a debt: paid through the site, received by the one who was owed it, or open for a week. */
export type DebtEvent = DebtSettled | 'reminder'
/**
 * What happened with a late return: the return fixed its fee, the owner waived some of it, the system took it from the
 * deposit, or the item counts as not returned.
 */
export type LateReturnEvent = 'fixed' | 'waived' | 'taken' | 'not-returned'

/** The payload of each email job, from which the email is written. `news` is the event, stored so in jobs. */
export type EmailPayloads = {
  /**
   * `head` is the hash of the timeline's entry about the action, if there is one; `back` is what the action refunds,
   * in centavos. `found`: the action undoes an end as lost; whether that resumed the listing.
   */
  'rental-mail': {
    rentalId: string
    action: string
    to: Side
    head?: string
    back?: number
    found?: 'resumed' | 'kept'
  }
  'handover-mail': { rentalId: string; news: 'brought-back' | 'objected'; to: Side }
  'listing-mail': { listingId: string; decision: 'approved' | 'rejected' }
  'welcome-mail': { accountId: string }
  'contact-mail': { messageId: string }
  'password-reset-mail': { accountId: string | null; expiresAt: string }
  'password-changed-mail': { accountId: string }
  'confirmation-mail': { accountId: string }
  /** `confirm` to the new address; `asked` to the present one; `changed` to the one before. */
  'email-change-mail': { accountId: string; to: string; stage: 'confirm' | 'asked' | 'changed' }
  'new-device-mail': { accountId: string; device: string; at: string }
  'two-factor-mail': { accountId: string; change: 'on' | 'off' | 'recovery-code' }
  'admin-invitation-mail': { accountId: string; expiresAt: string }
  /** To `accountId`, about the admin `adminId`: themselves or another. */
  'admin-mail': { accountId: string; adminId: string; change: 'made' | 'area' | 'removed'; area: AdminArea }
  /** To `accountId`, about what another admin proposed. */
  'proposal-mail': { accountId: string; proposalId: string }
  'passkey-mail': { accountId: string; change: 'added' | 'removed'; name: string }
  /** About a secret address of one's calendar. */
  'calendar-address-mail': { accountId: string }
  'verification-mail': { accountId: string; decision: 'verified' | 'rejected' }
  'reminder-mail': Reminder & { rentalId: string; to: Side }
  'late-mail': { rentalId: string; news: LateReturnEvent; to: Side }
  /** `gone`: it was never returned; `found`: that was undone. */
  'not-back-mail': { rentalId: string; gone?: true; found?: true }
  'no-show-mail': { rentalId: string; news: 'said' | 'taken-back' | 'contradicted'; to: Side }
  'message-mail': { threadId: string; messageId: number; to: Side }
  /** `rest` is what goes back at once of a deposit that is claimed in part, in centavos. */
  'deposit-mail': { rentalId: string; news: DepositEvent; to: Side; rest?: number }
  'dispute-mail': { rentalId: string; disputeId: string; news: DisputeEvent; to: Side; statementId?: number }
  'debt-mail': { debtId: string; news: DebtEvent; to: Side }
  /** `head` is the hash of the timeline's entry about it. `goodwillId` is missing in jobs of the version before. */
  'goodwill-mail': { rentalId: string; head: string; to: Side; goodwillId?: string }
  'change-mail': { changeId: string; news: ChangeAction; to: Side; head?: string }
  /**
   * `gone`: the offer ended as the item can't be rented for now. `deleted`: the item was deleted, and the entry with
   * it.
   */
  'waitlist-mail': {
    entryId: string
    gone?: true
    deleted?: { accountId: string; title: string; period: string; wasOffered: boolean }
  }
  'payment-mail': { orderId: string; paymentId: string }
  'refund-mail': { refundId: string }
  /** `reason` null: the suspension ended. */
  'suspension-mail': { accountId: string; reason: string | null }
  /** `accountId` is its owner's. `reason` null: the listing was put back. */
  'take-down-mail': { listingId: string; accountId: string; reason: string | null }
  'report-mail': { reportId: string; to: 'reporter' | 'reported' }
}
export type EmailJob = keyof EmailPayloads

/** The name of each email job on the page of jobs, for admins. */
export const emailTexts: Record<EmailJob, string> = {
  'rental-mail': 'Email about a rental',
  'handover-mail': 'Email about a handover or a return',
  'listing-mail': 'Email about a listing',
  'welcome-mail': 'Email of welcome',
  'contact-mail': 'Contact message to us',
  'password-reset-mail': 'Email to choose a new password',
  'password-changed-mail': 'Email about a changed password',
  'confirmation-mail': 'Email to confirm an address',
  'email-change-mail': 'Email about a changed address',
  'new-device-mail': 'Email about a log-in from a new device',
  'two-factor-mail': 'Email about two-factor log-in',
  'admin-invitation-mail': 'Email to a new admin',
  'admin-mail': 'Email about a change of admins',
  'proposal-mail': 'Email about a proposal to an admin',
  'passkey-mail': 'Email about a passkey',
  'calendar-address-mail': 'Email about a calendar address',
  'verification-mail': 'Email about a verification',
  'reminder-mail': 'Reminder of a rental',
  'late-mail': 'Email about a late return',
  'not-back-mail': 'Email about an item that is not back',
  'no-show-mail': 'Email about someone who did not come',
  'message-mail': 'Email about a message',
  'deposit-mail': 'Email about a deposit',
  'dispute-mail': 'Email about a dispute',
  'debt-mail': 'Email about what is owed for a rental',
  'goodwill-mail': 'Email about a goodwill payment',
  'change-mail': 'Email about a change of days',
  'waitlist-mail': 'Email about days that are free',
  'payment-mail': 'Email about a payment',
  'refund-mail': 'Email about a refund',
  'suspension-mail': 'Email about a suspended account',
  'take-down-mail': 'Email about a listing that was taken down',
  'report-mail': 'Email about a report',
}
