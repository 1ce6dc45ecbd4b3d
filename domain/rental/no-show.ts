import { addDays, formatInstant, type Period } from '../period.ts'
import type { OrderStatus, RentalStatus } from '../status.ts'
import { NO_SHOW_ANSWER_HOURS, NO_SHOW_NOTICE_HOURS } from '../terms.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { otherSide, type Side } from '../side.ts'
import { hoursAfter } from '../time.ts'

/** For how many hours after the first day someone can say that the other side did not come. */
export const NO_SHOW_HOURS = 72
export { NO_SHOW_ANSWER_HOURS }

/** When each side said that the other did not come. */
export type NoShow = Record<Side, Date | null>
export const nobodySaid: NoShow = { owner: null, renter: null }

type HandOver = {
  status: RentalStatus
  /** Since when it has that status: of an Approved rental, when it was approved or its hand-over was undone. */
  statusChangedAt: Date
  period: Period
  /** When its item came back from another renter the last time; null if it was never out with one. */
  itemBackAt: Date | null
}

const latest = (...times: (Date | null)[]) => new Date(Math.max(...times.map((at) => at?.getTime() ?? 0)))

/**
 * From when a side can say so: 18:00 of the first day, 6 hours after the approval at the earliest, and for an owner
 * also 6 hours after the item came back from the renter before, so that there was time to come.
 */
export function noShowFrom({ status, statusChangedAt, period, itemBackAt }: HandOver, side: Side): Date {
  const readyAt = latest(status === 'Approved' ? statusChangedAt : null, side === 'owner' ? itemBackAt : null)
  return latest(new Date(`${period.start}T18:00:00+08:00`), hoursAfter(readyAt, NO_SHOW_NOTICE_HOURS))
}

/** Until when it can be said: 72 hours after the first day, or after it could first be said, if that was later. */
const noShowUntil = ({ start }: Period, from: Date): Date =>
  hoursAfter(latest(new Date(`${addDays(start, 1)}T00:00:00+08:00`), from), NO_SHOW_HOURS)

/** Until when the other side can contradict a statement. */
export const contradictUntil = (saidAt: Date): Date => hoursAfter(saidAt, NO_SHOW_ANSWER_HOURS)

type Rental = HandOver & {
  orderStatus: OrderStatus
  /** Another rental of its listing is Active. */
  isOut: boolean
  noShow: NoShow
}

/**
 * Whether a side may say now that the other did not come. To contradict, it may be said at any time for 24 hours.
 * Refusals: `status` (not Approved), `unpaid`, `answered` (said already), `early`, `late`, `day` (the owner can't hand
 * over what is still out).
 */
export function decideNoShow(rental: Rental, side: Side, now: Date): Verdict {
  const { status, orderStatus, period, isOut, noShow } = rental
  if (status !== 'Approved') return refuse('status', `This rental is ${status} now. Nothing was changed.`)
  if (orderStatus !== 'confirmed') return refuse('unpaid', 'This rental has not been paid yet.')
  if (noShow[side]) return refuse('answered', 'You have said so already.')
  if (side === 'owner' && isOut)
    return refuse('day', 'This item is still out with another renter, so it could not be handed over.')
  const theirs = noShow[otherSide(side)]
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
 * Why a statement that the other side did not come keeps a rental from lapsing; null without one, and when both sides
 * made one, as then only their dispute does.
 */
export function whyNotLapsed(noShow: NoShow): string | null {
  if (isContradicted(noShow) || (!noShow.owner && !noShow.renter)) return null
  return 'Someone said that the other side did not come.'
}
