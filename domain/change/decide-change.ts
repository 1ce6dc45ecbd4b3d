import {
  addDays,
  dayInManila,
  formatDay,
  formatInstant,
  overlaps,
  type Period,
  startOfDay,
} from '../period.ts'
import { graceEnd } from '../rental/late.ts'
import { type BroughtBack, saidBack } from '../rental/possession.ts'
import { decideRentalRequest, type PersonBlocks } from '../person-block/person-block.ts'
import { type Centavos, formatPeso } from '../money.ts'
import { durations } from '../pricing/pricing.ts'
import { MAX_ORDER_CENTAVOS, startWindow } from '../order/order.ts'
import type { OrderStatus, RentalStatus } from '../status.ts'
import { refuse, type Refusal, type Verdict } from '../verdict.ts'
import {
  addedDays,
  HOURS_TO_ANSWER,
  changeKindOf,
  type ChangeKind,
  type ChangeState,
  daysIn,
  MAX_RENTAL_DAYS,
} from './change.ts'
import { type ChangePrice, costOfDays, priceChange } from './price-change.ts'
import { earliest, hoursAfter } from '../time.ts'

/** A rental as the rules about changes see it. */
export type ChangeableRental = {
  status: RentalStatus
  orderStatus: OrderStatus
  period: Period
  pricePerDayCentavos: Centavos
  /** A no-show was said, or a dispute is open. */
  isContested: boolean
  /** The listing was taken down, or its owner suspended. */
  isUnlisted: boolean
  isRenterSuspended: boolean
  /** A dispute about it that is over has settled its money. */
  isSettledByDispute: boolean
  /** The days of the listing that are taken, without those of this rental and its own change. */
  takenPeriods: readonly Period[]
} & BroughtBack

/** What counts besides when a renter asks. */
export type Asking = {
  /** Another change of the rental waits. */
  isChanging: boolean
  /** The renter has another item past its last day. */
  isLateElsewhere: boolean
  ownerName: string
  personBlocks: PersonBlocks
}

export type Change = ChangePrice & { kind: ChangeKind; added: Period | null; answerBy: Date }

/**
 * Until when the owner answers: 24 hours, and never past the old end, the days that are given back, or the new first
 * day. Asked during the grace of a late return, until the grace ends.
 * ### Example November 21–23, asked on the 23rd at 15:00: until midnight. Asked on the 24th at 9:00: until noon.
 */
export function changeAnswerBy(now: Date, from: Period, to: Period): Date {
  const end = now < startOfDay(from.end) ? startOfDay(from.end) : graceEnd(from)
  const limits = [hoursAfter(now, HOURS_TO_ANSWER), end]
  if (to.end < from.end) limits.push(startOfDay(to.end))
  if (to.start !== from.start) limits.push(startOfDay(addDays(to.start, 1)))
  return earliest(...limits)
}

/**
 * Whether the renter may ask for these days, and what it costs. Refusals: those of `decideDays`, and `changing` (one
 * change at a time), `late` (they have another item past its last day), `blocked`.
 */
export function decideAsking(
  rental: ChangeableRental & Asking,
  to: Period,
  now: Date,
): Verdict<{ change: Change }> {
  if (rental.isChanging)
    return refuse('changing', 'A change of this rental is under way already. One at a time.')
  const days = decideDays(rental, to, now)
  if (!days.ok) return days
  if (days.change.added) {
    if (rental.isLateElsewhere)
      return refuse(
        'late',
        'Please bring back first what is past its last day. Then you can ask for more days.',
      )
    const request = decideRentalRequest(rental.personBlocks, rental)
    if (!request.ok) return request
  }
  return days
}

/**
 * Whether a rental may have these days now, whoever asks: extended by 1, 3 or 7 days, shortened by days at its end
 * that have not begun, or moved as it is before it was handed over. Refusals: `status` (Pending: cancelled and asked
 * anew; or over), `contested`, `unchanged`, `days` (none of the three), `over` (the time for it has passed),
 * `decided` (a dispute has settled its money, and days are given back, or added before the hand-over); of days that
 * it adds `amount` (the rental would cost too much), `status` (the renter says that it is back), `gone` (the item is
 * no longer listed), `suspended` (the renter), `dates-taken`.
 */
export function decideDays(rental: ChangeableRental, to: Period, now: Date): Verdict<{ change: Change }> {
  const { period: from } = rental
  const kind = changeKindOf(from, to)
  const allowed = decideChangeable(rental)
  if (!allowed.ok) return allowed
  const over = kind === 'shorten' ? null : tooLate(from, now, kind)
  if (over) return over
  if (from.start === to.start && from.end === to.end)
    return refuse('unchanged', 'The rental has these days already.')
  const why = kind && { extend: whyNotExtend, shorten: whyNotShorten, move: whyNotMove }[kind]
  if (!kind || !why) return refuse('days', 'Please choose more days, fewer days, or another start.')
  const refusal = why(rental, to, now)
  if (refusal) return refusal
  const added = addedDays(from, to)
  const notAdded = added && whyNotAdded(rental, added)
  if (notAdded) return notAdded
  const answerBy = changeAnswerBy(now, from, to)
  return { ok: true, change: { kind, added, answerBy, ...priceChange(rental.pricePerDayCentavos, from, to) } }
}

/**
 * Whether there is a change that could still be asked for: the page is offered only then. Refusals: `status`,
 * `contested`, `over` (its last day, and the grace of a late return, are over).
 */
export function decideWhetherAskable(
  rental: Pick<ChangeableRental, 'status' | 'orderStatus' | 'isContested' | 'period'>,
  now: Date,
) {
  const allowed = decideChangeable(rental)
  return allowed.ok ? (tooLate(rental.period, now) ?? allowed) : allowed
}

/** Whether anything about a rental can be changed. Refusals: `status`, `contested`. */
function decideChangeable(rental: Pick<ChangeableRental, 'status' | 'orderStatus' | 'isContested'>): Verdict {
  if (rental.orderStatus !== 'confirmed' || rental.status === 'Pending')
    return refuse('status', 'It is not approved yet. Cancel it and ask for other days instead.')
  if (rental.status !== 'Approved' && rental.status !== 'Active')
    return refuse('status', `This rental is ${rental.status} now. Nothing was changed.`)
  if (rental.isContested)
    return refuse('contested', 'There is a disagreement about this rental. Its days can be changed after it.')
  return { ok: true }
}

/**
 * Whether the owner may still say yes, or no. Refusals: `answered` (it is over, or was answered), `over` (too late;
 * the message says until when it was possible).
 */
export function decideChangeAnswer(change: { state: ChangeState; answerBy: Date }, now: Date): Verdict {
  if (change.state !== 'asked')
    return refuse('answered', 'This change is not open any more. Nothing was changed.')
  return now < change.answerBy
    ? { ok: true }
    : refuse('over', `It could be answered until ${formatInstant(change.answerBy)}.`)
}

/**
 * Whether a change that was agreed can be done now: nothing else became of the rental meanwhile, and the days that it
 * adds can still be added. Refusals: `status`, `contested`, `stale` (it has other days now), `decided` (days are added
 * before the hand-over, and a dispute has settled its money), and of days that it adds `status` (the renter says that
 * it is back), `gone`, `suspended`, `dates-taken`.
 */
export function decideDoing(rental: ChangeableRental, change: { from: Period; to: Period }): Verdict {
  const allowed = decideChangeable(rental)
  if (!allowed.ok) return allowed
  const { period } = rental
  if (period.start !== change.from.start || period.end !== change.from.end)
    return refuse('stale', 'The rental has other days now. Nothing was changed.')
  const kind = changeKindOf(change.from, change.to)
  if (rental.status === 'Active' && kind === 'move')
    return refuse('status', 'It was handed over, so its start can’t be moved any more.')
  const settled = kind === 'extend' ? whyNoDaysBefore(rental) : null
  if (settled) return settled
  const added = addedDays(change.from, change.to)
  return (added && whyNotAdded(rental, added)) ?? { ok: true }
}

type WhyNot = (rental: ChangeableRental, to: Period, now: Date) => Refusal | null

const whyNotExtend: WhyNot = (rental, to) => {
  const { period: from, pricePerDayCentavos } = rental
  const settled = whyNoDaysBefore(rental)
  if (settled) return settled
  const more = daysIn(to) - daysIn(from)
  if (!(durations as readonly number[]).includes(more))
    return refuse('days', 'It can be kept 1, 3 or 7 days longer.')
  if (daysIn(to) > MAX_RENTAL_DAYS) return refuse('days', `A rental lasts ${MAX_RENTAL_DAYS} days at most.`)
  if (costOfDays(pricePerDayCentavos, daysIn(to)) > MAX_ORDER_CENTAVOS)
    return refuse('amount', `A rental costs ${formatPeso(MAX_ORDER_CENTAVOS)} at most.`)
  return null
}

/**
 * Before the hand-over, once a dispute has settled the money: if the rental comes to nothing, its owner keeps what the
 * dispute left, and would keep what is paid after it, too.
 */
const whyNoDaysBefore = ({ status, isSettledByDispute }: ChangeableRental): Refusal | null =>
  status === 'Approved' && isSettledByDispute
    ? refuse('decided', 'A dispute about it has settled its money. Days can be added once it is handed over.')
    : null

function tooLate(period: Period, now: Date, kind: ChangeKind | null = null): Refusal | null {
  if (now < graceEnd(period)) return null
  const what = kind === 'move' ? 'It could be moved' : 'More days could be asked for'
  return refuse('over', `${what} until ${formatInstant(graceEnd(period))}.`)
}

const whyNotShorten: WhyNot = ({ isSettledByDispute }, to, now) => {
  if (isSettledByDispute)
    return refuse('decided', 'A dispute about it has moved its money. What it left stays as it is.')
  return to.end > dayInManila(now) ? null : refuse('over', 'Only days that have not begun can be given back.')
}

const whyNotMove: WhyNot = ({ status }, to, now) => {
  if (status === 'Active')
    return refuse('status', 'It was handed over, so its start can’t be moved any more.')
  const { from: first, until } = startWindow(now)
  if (to.start < first) return refuse('start-date', 'The start date cannot be earlier than today.')
  return to.start > until ? refuse('start-date', `The start date can be until ${formatDay(until)}.`) : null
}

/** Why nobody can add these days to the rental, or null. */
function whyNotAdded(rental: ChangeableRental, added: Period): Refusal | null {
  if (saidBack(rental))
    return refuse('status', 'The renter says that it is back, so it can’t be kept longer.')
  if (rental.isUnlisted) return refuse('gone', 'This item is no longer listed, so it can’t be kept longer.')
  if (rental.isRenterSuspended)
    return refuse('suspended', 'The account of this renter is suspended, so it can’t be kept longer.')
  return whyTaken(rental.takenPeriods, added)
}

/** Why days can't be added: from which day on they are taken, and until when the item is free. */
function whyTaken(taken: readonly Period[], added: Period): Refusal | null {
  const starts = taken.filter((period) => overlaps(period, added)).map(({ start }) => start)
  if (starts.length === 0) return null
  const first = starts.reduce((a, b) => (a < b ? a : b))
  if (first <= added.start)
    return refuse('dates-taken', `It is taken from ${formatDay(added.start)}, so these days can’t be added.`)
  return refuse(
    'dates-taken',
    `It is taken from ${formatDay(first)}, and free until ${formatDay(addDays(first, -1))}.`,
  )
}
