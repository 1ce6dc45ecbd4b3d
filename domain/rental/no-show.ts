import { addDays, formatInstant, type Period, startOfDay } from '../period.ts'
import type { OrderStatus, RentalStatus } from '../status.ts'
import { NO_SHOW_ANSWER_HOURS, NO_SHOW_NOTICE_HOURS, NO_SHOW_SAY_HOURS } from '../rental-limits.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { otherSide, type Side } from '../side.ts'
import type { LifecycleFacts } from './lifecycle-facts.ts'
import { isOutBefore, whyStillOut } from './not-back.ts'
import { hoursAfter, latest } from '../time.ts'

export type NoShow = LifecycleFacts['noShow']

/** What decides from when, and until when, one can say that the other did not come. */
export type HandOver = {
  status: RentalStatus
  period: Period
  /** Since when it has its status: of an Approved rental, when it was approved or its hand-over was undone. */
  statusChangedAt: Date
} & Pick<LifecycleFacts, 'itemBackAt' | 'movedAt'>

/**
 * From when a side can say that the other did not come: the latest of 18:00 in Manila on the first day and 6 hours
 * after each of these: the approval or the undoing of the hand-over, the last move of the first day and, for the
 * owner, the item's return from an earlier rental. The 6 hours give the other side time to come. Each of these counts
 * only if it happened before the end of the last day.
 */
export function noShowFrom(handOver: HandOver, side: Side): Date {
  const { status, statusChangedAt, period, itemBackAt, movedAt } = handOver
  const ready = [
    status === 'Approved' ? statusChangedAt : null,
    side === 'owner' ? itemBackAt : null,
    movedAt,
  ]
  const readyAt = latest(...ready.map((at) => (at && at < startOfDay(period.end) ? at : null)))
  return latest(hoursAfter(startOfDay(period.start), 18), hoursAfter(readyAt, NO_SHOW_NOTICE_HOURS))
}

/** Until when, exclusive, it can be said: 72 hours after the first day, or after `from` if that is later. */
const noShowUntil = ({ start }: Period, from: Date): Date =>
  hoursAfter(latest(startOfDay(addDays(start, 1)), from), NO_SHOW_SAY_HOURS)

/** From when neither side can be the first to say that the other did not come; a side may still contradict. */
const firstSayEndsAt = (handOver: HandOver): Date =>
  latest(
    ...(['owner', 'renter'] as const).map((side) => noShowUntil(handOver.period, noShowFrom(handOver, side))),
  )

/** Until when, exclusive, the other side can contradict a statement. */
export const contradictUntil = (saidAt: Date): Date => hoursAfter(saidAt, NO_SHOW_ANSWER_HOURS)

const stillOutWithAnother = 'This item is still out with another renter, so it could not be handed over.'

type Rental = HandOver & LifecycleFacts & { orderStatus: OrderStatus }

/**
 * Whether a side may say now that the other did not come. The first to say so must be between `noShowFrom` and
 * `noShowUntil`; the other side may contradict within 24 hours of that, also outside those times. Refusals: `status`
 * (not Approved), `unpaid`, `answered` (this side has said so already), `early`, `late`, `day`. `day` stops:
 * - whoever speaks first, while this renter has the item from another rental;
 * - the owner, while the item is lost or still out with an earlier rental;
 * - the owner who speaks first, if the item came back after the last day of this rental.
 */
export function decideNoShow(rental: Rental, side: Side, now: Date): Verdict {
  const { status, orderStatus, period, outEnd, awaitedEnd, itemBackAt } = rental
  const { isItemLost, renterHasOrLostIt, noShow } = rental
  if (status !== 'Approved') return refuse('status', `This rental is ${status} now. Nothing was changed.`)
  if (orderStatus !== 'confirmed') return refuse('unpaid', 'This rental has not been paid yet.')
  if (noShow[side]) return refuse('answered', 'You have said so already.')
  const theirs = noShow[otherSide(side)]
  if (!theirs && renterHasOrLostIt)
    return refuse('day', `${side === 'renter' ? 'You have' : 'The renter has'} it from another rental.`)
  if (side === 'owner' && isItemLost)
    return refuse('day', 'The renter before never brought it back. Resume its listing once you have it.')
  const isOut = side === 'owner' && isOutBefore(period, theirs ? awaitedEnd : outEnd)
  const stillOut = isOut ? whyStillOut(rental, stillOutWithAnother) : null
  if (stillOut) return refuse('day', stillOut)
  if (side === 'owner' && !theirs && itemBackAt && itemBackAt >= startOfDay(period.end))
    return refuse('day', 'This item came back after the last day, so it could not be handed over.')
  const from = noShowFrom(rental, side)
  if (!theirs && now < from) return refuse('early', `You can say so from ${formatInstant(from)}.`)
  const until = theirs ? contradictUntil(theirs) : noShowUntil(period, from)
  if (now >= until) return refuse('late', `You could say so until ${formatInstant(until)}.`)
  return { ok: true }
}

/** Whether both said that it was the other. */
export const isContradicted = ({ owner, renter }: NoShow): boolean => owner !== null && renter !== null

/**
 * Who did not come, once the other side has been silent for 24 hours; null while nobody said so, while it can still be
 * contradicted, and when it was.
 */
export function agreedNoShow(noShow: NoShow, now: Date): Side | null {
  if (isContradicted(noShow)) return null
  const side = noShow.owner ? 'owner' : noShow.renter ? 'renter' : null
  return side && now >= contradictUntil(noShow[side]!) ? otherSide(side) : null
}

/**
 * Why a rental does not lapse: one side has said that the other did not come, or still can. Null once nobody can, and
 * when both said so, because then their dispute keeps it from lapsing.
 */
export function whyNotLapsed(rental: HandOver & Pick<LifecycleFacts, 'noShow'>, now: Date): string | null {
  const { noShow } = rental
  if (isContradicted(noShow)) return null
  if (noShow.owner || noShow.renter) return 'Someone said that the other side did not come.'
  const until = firstSayEndsAt(rental)
  return now < until ? `It can be said until ${formatInstant(until)} that the other side did not come.` : null
}
