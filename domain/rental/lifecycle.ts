import type { Admin, RentalParty } from '../access.ts'
import type { System } from '../actor.ts'
import type { OrderStatus } from '../order/order.ts'
import { addDays, dayInManila, formatDay, formatInstant, type Period } from '../period.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { type Since, whyNotUndone } from './undo.ts'

export const rentalStatuses = ['Pending', 'Approved', 'Active', 'Completed', 'Rejected', 'Cancelled'] as const
export type RentalStatus = (typeof rentalStatuses)[number]

/** The states in which a rental holds its dates: no other rental of the listing may share a day with it. */
export const holdingStatuses = ['Pending', 'Approved', 'Active'] as const satisfies readonly RentalStatus[]

/** Whether a rental in this state still holds its dates. */
export function holdsDates(status: RentalStatus): boolean {
  return (holdingStatuses as readonly RentalStatus[]).includes(status)
}

/**
 * How many rentals more, or with a minus fewer, a listing counts after a change: one that came to nothing counts no
 * longer.
 */
export function rentedMore(from: RentalStatus, to: RentalStatus): number {
  const counts = (status: RentalStatus) => (status === 'Rejected' || status === 'Cancelled' ? 0 : 1)
  return counts(to) - counts(from)
}

export type RentalInLife = {
  status: RentalStatus
  period: Period
  /** While its order waits for its payment nobody answers for it, it only holds its dates. */
  orderStatus: OrderStatus
  /** Until when its owner can answer; null while they have not been asked. */
  answerBy: Date | null
  /** Another rental of its listing is Active. */
  isOut: boolean
  /** What an undo is judged by; without it nothing can be undone. */
  since?: Since
}

/**
 * Until when a request is answered: so many hours after it was made, and never after the end of its start date in
 * Manila.
 *
 * ### Example
 * Asked on November 20 at noon for the 21st, with 48 hours: until midnight after the 21st, 36 hours later.
 */
export function answerBy(askedAt: Date, period: Period, hours: number): Date {
  const afterStart = new Date(`${addDays(period.start, 1)}T00:00:00+08:00`)
  return new Date(Math.min(askedAt.getTime() + hours * 3_600_000, afterStart.getTime()))
}
const isOverdue = ({ answerBy: until }: RentalInLife, now: Date) => until !== null && now >= until
/** What is said when a thing would be with two people at once. */
export const stillOut = 'This item is still out with another renter. Mark that rental as returned first.'
type Side = 'owner' | 'renter' | 'admin' | 'system'

type Step = {
  /** What the button says. */
  label: string
  by: Side
  from: readonly RentalStatus[]
  to: RentalStatus
  /** The days on which it can be done, beyond the state: null, or why not. */
  unless?: (rental: RentalInLife, now: Date) => string | null
  /** Who hears of it. */
  tells: readonly ('owner' | 'renter')[]
  /** What of a paid rental's money goes back: all of it, or what its cancellation policy says. */
  refund?: 'all' | 'policy'
  /** What a person is asked first, when the step can't be taken back. */
  confirm?: string
  tone?: 'danger'
}

/**
 * The life of a rental. Buttons, menus, mails, timers and the permission test all read this table; nothing
 * restates it. A step whose `to` no longer holds the dates frees them, and the listing with them.
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
    tells: ['renter'],
  },
  reject: {
    label: 'Reject',
    by: 'owner',
    from: ['Pending'],
    to: 'Rejected',
    tells: ['renter'],
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
      return rental.isOut ? stillOut : null
    },
    tells: ['renter'],
    confirm: 'Has the renter got the item now? They are told that it is with them.',
  },
  complete: {
    label: 'Mark as Returned',
    by: 'owner',
    from: ['Active'],
    to: 'Completed',
    tells: ['renter'],
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
    tells: ['owner'],
    refund: 'policy',
    confirm: 'Cancel this rental? Its dates become free and the owner is told.',
    tone: 'danger',
  },
  expire: {
    label: 'Expire',
    by: 'system',
    from: ['Pending'],
    to: 'Rejected',
    unless: (rental, now) => (isOverdue(rental, now) ? null : 'It can still be answered.'),
    refund: 'all',
    tells: ['renter', 'owner'],
  },
  lapse: {
    label: 'Lapse',
    by: 'system',
    from: ['Approved'],
    to: 'Cancelled',
    unless: (rental, now) =>
      dayInManila(now) >= rental.period.end ? null : 'It can be handed over until its last day.',
    refund: 'all',
    tells: ['renter', 'owner'],
  },
  release: {
    label: 'Release',
    by: 'system',
    from: ['Pending'],
    to: 'Cancelled',
    unless: (rental) =>
      rental.orderStatus === 'awaiting_payment' ? null : 'It does not wait for a payment.',
    tells: [],
  },
  retake: {
    label: 'Take again',
    by: 'system',
    from: ['Cancelled'],
    to: 'Pending',
    unless: ({ orderStatus }) =>
      orderStatus === 'expired' || orderStatus === 'cancelled' ? null : 'Its order was not given up.',
    tells: [],
  },
  'reject-by-admin': {
    label: 'Reject',
    by: 'admin',
    from: ['Pending'],
    to: 'Rejected',
    tells: ['renter', 'owner'],
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
    tells: ['renter', 'owner'],
    refund: 'all',
    confirm:
      'Cancel this rental? Its dates become free, all that was paid goes back, and both sides are told.',
    tone: 'danger',
  },
  'end-by-admin': {
    label: 'Mark as Returned',
    by: 'admin',
    from: ['Active'],
    to: 'Completed',
    tells: ['renter', 'owner'],
    confirm: 'End this rental? It counts as returned today, and both sides are told.',
  },
  'undo-activate': {
    label: 'Undo the hand-over',
    by: 'admin',
    from: ['Active'],
    to: 'Approved',
    unless: ({ since }) => whyNotUndone(since),
    tells: ['renter', 'owner'],
    confirm: 'Undo the hand-over? The rental is Approved again, and both sides are told.',
    tone: 'danger',
  },
  'undo-complete': {
    label: 'Undo the return',
    by: 'admin',
    from: ['Completed'],
    to: 'Active',
    unless: ({ since, isOut }) => whyNotUndone(since) ?? (isOut ? stillOut : null),
    tells: ['renter', 'owner'],
    confirm: 'Undo the return? The rental is Active again and holds its listing, and both sides are told.',
    tone: 'danger',
  },
} as const satisfies Record<string, Step>

export type RentalAction = keyof typeof lifecycle
export const rentalActions = Object.keys(lifecycle) as RentalAction[]

export type RentalDecision = {
  action: RentalAction
  from: RentalStatus
  to: RentalStatus
  tells: readonly ('owner' | 'renter')[]
  refund: 'all' | 'policy' | null
}

/**
 * Whether an action may be taken now, by this side: a pure reading of the table. Refusals: `side` (not yours to
 * do), `status` (the rental has moved on, or isn't there yet), `unpaid` (it only holds its dates), `day` (too early or
 * too late, or what happened since is against it).
 */
export function decide(
  rental: RentalInLife,
  action: RentalAction,
  by: RentalParty | Admin | System,
  now: Date,
): Verdict<RentalDecision> {
  const step: Step = lifecycle[action]
  if (sideOf(by) !== step.by)
    return refuse('side', `Only ${step.by === 'admin' ? 'an admin' : `the ${step.by}`} can do this.`)
  if (!step.from.includes(rental.status))
    return refuse('status', `This rental is ${rental.status} now. Nothing was changed.`)
  if (rental.orderStatus === 'awaiting_payment' && action !== 'release')
    return refuse('unpaid', 'This rental has not been paid yet. Nothing was changed.')
  const why = step.unless?.(rental, now)
  if (why) return refuse('day', why)
  return {
    ok: true,
    action,
    from: rental.status,
    to: step.to,
    tells: step.tells,
    refund: step.refund ?? null,
  }
}

function sideOf(by: RentalParty | Admin | System): Side {
  if ('side' in by) return by.side
  return by.kind === 'system' ? 'system' : 'admin'
}

export type Offer = {
  action: RentalAction
  label: string
  confirm?: string
  tone?: 'danger'
  refusal: string | null
}

/**
 * The buttons one side sees on a rental: every step of theirs from its state, those that wait for a day shown
 * with the reason.
 */
export function offers(rental: RentalInLife, by: RentalParty | Admin, now: Date): Offer[] {
  return rentalActions.flatMap((action) => {
    const step: Step = lifecycle[action]
    const verdict = decide(rental, action, by, now)
    if (!verdict.ok && verdict.reason !== 'day') return []
    return [
      {
        action,
        label: step.label,
        confirm: step.confirm,
        tone: step.tone,
        refusal: verdict.ok ? null : verdict.message,
      },
    ]
  })
}
