import type { Admin, RentalParty } from '../access.ts'
import type { System } from '../actor.ts'
import type { RefundPart, RefundReason, RefundShare } from '../refund/refund.ts'
import type { OrderStatus, RentalStatus } from '../status.ts'
import { addDays, dayInManila, formatDay, formatInstant } from '../period.ts'
import { refuse, type Verdict } from '../verdict.ts'
import type { LifecycleFacts } from './lifecycle-facts.ts'
import { graceEnd } from './late.ts'
import { agreedNoShow, type HandOver, whyNotLapsed } from './no-show.ts'
import { waitsForReturn, whyOutAgain, whyStillOut } from './not-back.ts'
import { type Disputed, whyDisputed, whyNotGivenUp } from './disputed.ts'
import { type BroughtBack, SILENCE_HOURS, standsBySilence } from './possession.ts'
import { type UndoFacts, whyNotUndone } from './undo.ts'
import type { Side } from '../side.ts'

/** The statuses in which a rental holds its dates: no other rental of the listing may share a day with it. */
export const holdingStatuses = ['Pending', 'Approved', 'Active'] as const satisfies readonly RentalStatus[]

/** The statuses in which a rental has still to be handed over. */
export const statusesBeforeHandover = ['Pending', 'Approved'] as const satisfies readonly RentalStatus[]

/** Whether a rental with this status still holds its dates. */
export function holdsDates(status: RentalStatus): boolean {
  return (holdingStatuses as readonly RentalStatus[]).includes(status)
}

/**
 * By how much a status change raises the number of rentals a listing counts; negative when it lowers it. A rental that
 * did not take place does not count.
 */
export function rentedMore(from: RentalStatus, to: RentalStatus): number {
  const counts = (status: RentalStatus) => (status === 'Rejected' || status === 'Cancelled' ? 0 : 1)
  return counts(to) - counts(from)
}

export type RentalInLife = HandOver & {
  /** While the order waits for its payment, nobody can act on the rental; it only holds its dates. */
  orderStatus: OrderStatus
  /** The owner's deadline for an answer; null while they have not been asked. */
  answerBy: Date | null
  /** The facts by which an undo is judged; without them nothing can be undone. */
  undoFacts?: UndoFacts
} & LifecycleFacts &
  Disputed &
  BroughtBack

const isOverdue = ({ answerBy: until }: RentalInLife, now: Date) => until !== null && now >= until

const lastDayPassed =
  'Its last day has passed. If the renter has it, please report a problem before it ends as never handed over.'

type ActingSide = Side | 'admin' | 'system'

/** Why a no-show of one side has no effect now, or null. */
const unlessAgreed = (who: Side) => (rental: RentalInLife, now: Date) =>
  agreedNoShow(rental.noShow, now) === who ? whyDisputed(rental) : `Nobody said that the ${who} did not come.`

/** What goes back to the renter when an admin ends a rental: `part` and `rent` are without the deposit. */
export type RefundChoice = RefundShare | 'nothing' | 'part' | 'rent'
const ofOut = ['nothing', 'part', 'rent'] as const satisfies RefundChoice[]

export type ActionRule = {
  /** The label of the button. */
  label: string
  by: ActingSide
  from: readonly RentalStatus[]
  to: RentalStatus
  /** Why the action is not possible on this day, beyond the status; null when it is possible. */
  unless?: (rental: RentalInLife, now: Date) => string | null
  /** The sides that are notified. */
  notifies: readonly Side[]
  /** How much of a paid rental is refunded: all, what its cancellation policy says, or what a no-show gets back. */
  refund?: RefundShare
  /** What an admin can choose to give back of a paid rental; the first is what happens without a choice. */
  choices?: readonly RefundChoice[]
  /** The confirmation question, for an action that can't be undone. */
  confirm?: string
  tone?: 'danger'
  /** Without a button while it is not possible. */
  onlyWhenPossible?: true
}

/**
 * The lifecycle of a rental. Buttons, menus, emails, timers and the permission test read this table. What an action
 * proves of a hand-over or return is in `possession.ts`, its words for the help in `action-table.ts`. An action whose
 * `to` does not hold the dates frees them, and the listing with them.
 */
export const lifecycle = {
  approve: {
    label: 'Approve',
    by: 'owner',
    from: ['Pending'],
    to: 'Approved',
    unless: (rental, now) => {
      if (dayInManila(now) > rental.period.start) return 'Its start date has passed.'
      return isOverdue(rental, now) ? `It could be answered until ${formatInstant(rental.answerBy!)}.` : null
    },
    notifies: ['renter'],
  },
  reject: {
    label: 'Reject',
    by: 'owner',
    from: ['Pending'],
    to: 'Rejected',
    notifies: ['renter'],
    refund: 'all',
    confirm: 'Reject this request? Its dates become free and the renter is told.',
    tone: 'danger',
  },
  activate: {
    label: 'Mark as Active',
    by: 'owner',
    from: ['Approved'],
    to: 'Active',
    unless: (rental, now) => {
      const from = addDays(rental.period.start, -1)
      if (dayInManila(now) < from)
        return `It can be handed over from ${formatDay(from)}, the day before it starts.`
      if (dayInManila(now) >= rental.period.end) return lastDayPassed
      return whyStillOut(rental)
    },
    notifies: ['renter'],
    confirm: 'Has the renter got the item now? They are told that it is with them.',
  },
  complete: {
    label: 'Mark as Returned',
    by: 'owner',
    from: ['Active'],
    to: 'Completed',
    notifies: ['renter'],
    confirm: 'Have you got the item back? The rental ends, and the renter is told.',
  },
  cancel: {
    label: 'Cancel rental',
    by: 'renter',
    from: ['Pending', 'Approved'],
    to: 'Cancelled',
    unless: (rental, now) =>
      rental.status === 'Approved' && dayInManila(now) >= rental.period.start
        ? 'An approved rental can be cancelled until the day before it starts.'
        : null,
    notifies: ['owner'],
    refund: 'policy',
    confirm: 'Cancel this rental? Its dates become free and the owner is told.',
    tone: 'danger',
  },
  'cancel-not-back': {
    label: 'Get all money back',
    by: 'renter',
    from: ['Approved'],
    to: 'Cancelled',
    unless: (rental, now) => (waitsForReturn(rental, now) ? null : 'The item is not out late.'),
    notifies: ['owner'],
    refund: 'all',
    confirm: 'End this rental because the item is not back? Its dates become free and the owner is told.',
    tone: 'danger',
    onlyWhenPossible: true,
  },
  withdraw: {
    label: 'Withdraw',
    by: 'owner',
    from: ['Approved'],
    to: 'Cancelled',
    notifies: ['renter'],
    refund: 'all',
    confirm:
      'Withdraw from this rental, although you approved it? The renter is told, and it counts as your withdrawal. ' +
      'Its days stay blocked in your calendar; you can free them there.',
    tone: 'danger',
  },
  'complete-by-code': {
    label: 'Return by code',
    by: 'system',
    from: ['Active'],
    to: 'Completed',
    notifies: ['renter', 'owner'],
  },
  'complete-by-silence': {
    label: 'Return by silence',
    by: 'system',
    from: ['Active'],
    to: 'Completed',
    unless: (rental, now) =>
      standsBySilence(rental, now) ? whyDisputed(rental) : `The owner has ${SILENCE_HOURS} hours to object.`,
    notifies: ['renter', 'owner'],
  },
  'end-not-returned': {
    label: 'End without a return',
    by: 'system',
    from: ['Active'],
    to: 'Completed',
    unless: whyNotGivenUp,
    notifies: ['renter', 'owner'],
  },
  'end-never-got': {
    label: 'End as never handed over',
    by: 'system',
    from: ['Active'],
    to: 'Cancelled',
    unless: (rental) =>
      rental.wasNeverHandedOver ? null : 'No dispute ended with it that the renter never got it.',
    refund: 'all',
    notifies: ['renter', 'owner'],
  },
  expire: {
    label: 'Expire',
    by: 'system',
    from: ['Pending'],
    to: 'Rejected',
    unless: (rental, now) => (isOverdue(rental, now) ? null : 'It can still be answered.'),
    refund: 'all',
    notifies: ['renter', 'owner'],
  },
  lapse: {
    label: 'Lapse',
    by: 'system',
    from: ['Approved'],
    to: 'Cancelled',
    unless: (rental, now) =>
      now >= graceEnd(rental.period)
        ? (whyDisputed(rental) ?? whyNotLapsed(rental, now))
        : 'A problem can be reported until 12:00 of the day after its last day.',
    refund: 'all',
    notifies: ['renter', 'owner'],
  },
  'renter-no-show': {
    label: 'Renter did not come',
    by: 'system',
    from: ['Approved'],
    to: 'Cancelled',
    unless: unlessAgreed('renter'),
    refund: 'no-show',
    notifies: ['renter', 'owner'],
  },
  'owner-no-show': {
    label: 'Owner did not come',
    by: 'system',
    from: ['Approved'],
    to: 'Cancelled',
    unless: unlessAgreed('owner'),
    refund: 'all',
    notifies: ['renter', 'owner'],
  },
  release: {
    label: 'Release',
    by: 'system',
    from: ['Pending'],
    to: 'Cancelled',
    unless: (rental) =>
      rental.orderStatus === 'awaiting_payment' ? null : 'It does not wait for a payment.',
    notifies: [],
  },
  retake: {
    label: 'Take again',
    by: 'system',
    from: ['Cancelled'],
    to: 'Pending',
    unless: ({ orderStatus }) =>
      orderStatus === 'expired' || orderStatus === 'cancelled' ? null : 'Its order was not given up.',
    notifies: [],
  },
  'reject-by-admin': {
    label: 'Reject',
    by: 'admin',
    from: ['Pending'],
    to: 'Rejected',
    notifies: ['renter', 'owner'],
    refund: 'all',
    confirm:
      'Reject this request? Its dates become free, all that was paid goes back, and both sides are told.',
    tone: 'danger',
  },
  'cancel-by-admin': {
    label: 'Cancel rental',
    by: 'admin',
    from: ['Approved'],
    to: 'Cancelled',
    notifies: ['renter', 'owner'],
    refund: 'all',
    choices: ['all', 'policy', 'no-show'],
    confirm:
      'Cancel this rental? Its dates become free, all that was paid goes back, and both sides are told.',
    tone: 'danger',
  },
  'end-by-admin': {
    label: 'Mark as Returned',
    by: 'admin',
    from: ['Active'],
    to: 'Completed',
    notifies: ['renter', 'owner'],
    choices: ofOut,
    confirm: 'End this rental? It counts as returned today, and both sides are told.',
  },
  'end-lost-by-admin': {
    label: 'End as lost',
    by: 'admin',
    from: ['Active'],
    to: 'Completed',
    notifies: ['renter', 'owner'],
    choices: ofOut,
    confirm:
      'End this rental without a return? It counts as never returned, its listing is paused, and both sides are told.',
    tone: 'danger',
  },
  'undo-activate': {
    label: 'Undo the hand-over',
    by: 'admin',
    from: ['Active'],
    to: 'Approved',
    unless: ({ undoFacts }) => whyNotUndone(undoFacts),
    notifies: ['renter', 'owner'],
    confirm: 'Undo the hand-over? The rental is Approved again, and both sides are told.',
    tone: 'danger',
  },
  'undo-complete': {
    label: 'Undo the return',
    by: 'admin',
    from: ['Completed'],
    to: 'Active',
    unless: (rental) => whyNotUndone(rental.undoFacts) ?? whyOutAgain(rental),
    notifies: ['renter', 'owner'],
    confirm: 'Undo the return? The rental is Active again and holds its listing, and both sides are told.',
    tone: 'danger',
  },
} as const satisfies Record<string, ActionRule>

export type RentalAction = keyof typeof lifecycle
export const rentalActions = Object.keys(lifecycle) as RentalAction[]

/** The actions that cause a refund, or can. */
type RefundingAction = {
  [A in RentalAction]: (typeof lifecycle)[A] extends { refund: string } | { choices: object } ? A : never
}[RentalAction]

/** The refund reason of an action that causes a refund: the action itself, or that it was never handed over. */
export const refundReasonOf = (action: RentalAction): RefundReason =>
  action === 'end-never-got' ? 'lapse' : (action as Exclude<RefundingAction, 'end-never-got'>)

export type RentalDecision = {
  action: RentalAction
  from: RentalStatus
  to: RentalStatus
  notifies: readonly Side[]
  refund: RefundShare | RefundPart | null
}

/** What an admin who takes an action can choose to give back; null when there is no choice. */
export function choicesOf(action: RentalAction): readonly RefundChoice[] | null {
  const rule: ActionRule | undefined = lifecycle[action]
  return rule?.choices ?? null
}

/**
 * Whether this side may take an action now, by the table alone. Refusals: `side` (the action belongs to the other
 * side), `status` (the rental's status does not allow it any more, or not yet), `unpaid` (its order is not paid),
 * `day` (too early, too late, or something that happened since prevents it).
 */
export function decide(
  rental: RentalInLife,
  action: RentalAction,
  by: RentalParty | Admin | System,
  now: Date,
): Verdict<RentalDecision> {
  const rule: ActionRule = lifecycle[action]
  if (sideOf(by) !== rule.by)
    return refuse('side', `Only ${rule.by === 'admin' ? 'an admin' : `the ${rule.by}`} can do this.`)
  if (!rule.from.includes(rental.status))
    return refuse('status', `This rental is ${rental.status} now. Nothing was changed.`)
  if (rental.orderStatus === 'awaiting_payment' && action !== 'release')
    return refuse('unpaid', 'This rental has not been paid yet. Nothing was changed.')
  const why = rule.unless?.(rental, now)
  if (why) return refuse('day', why)
  return {
    ok: true,
    action,
    from: rental.status,
    to: rule.to,
    notifies: rule.notifies,
    refund: rule.refund ?? null,
  }
}

function sideOf(by: RentalParty | Admin | System): ActingSide {
  if ('side' in by) return by.side
  return by.kind === 'system' ? 'system' : 'admin'
}
