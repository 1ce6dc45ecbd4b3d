import type { Day, Period } from '../period.ts'
import { addDays, daysBetween, formatDay, formatPeriod, lastDay } from '../period.ts'
import { daysText } from '../pricing/pricing.ts'

/**
 * The states of a change. `asked`: the owner has to answer; `paying`: they said yes, and the renter has to pay online;
 * `done`: the rental has its new days; `declined` by the owner; `expired`: not answered or not paid in time, or not
 * possible any more; `withdrawn` by the renter.
 */
export const changeStates = ['asked', 'paying', 'done', 'declined', 'expired', 'withdrawn'] as const
export type ChangeState = (typeof changeStates)[number]

/** The most days of a rental with its extensions. */
export const MAX_RENTAL_DAYS = 60
/** How many hours an owner has to answer a request for a change. */
export const HOURS_TO_ANSWER = 24

export type ChangeKind = 'extend' | 'shorten' | 'move'

/** The number of days of a period. */
export const daysIn = ({ start, end }: Period): number => daysBetween(start, end)

/** What a change of the days does: `extend` and `shorten` move the end, `move` the start; null when it is neither. */
export function changeKindOf(from: Period, to: Period): ChangeKind | null {
  if (from.start !== to.start) return daysIn(from) === daysIn(to) ? 'move' : null
  if (from.end === to.end || to.end <= to.start) return null
  return to.end > from.end ? 'extend' : 'shorten'
}

/**
 * The days that a change adds: after the old end, or those of the new period that the old one lacks. Null when it only
 * gives days back.
 * ### Example From November 21–23 to November 23–25 the 24th and 25th are added.
 */
export function addedDays(from: Period, to: Period): Period | null {
  if (to.end <= from.start || to.start >= from.end) return to
  if (to.end > from.end) return { start: from.end, end: to.end }
  return to.start < from.start ? { start: to.start, end: from.start } : null
}

/** A change in a few words: `3 more days, until Nov 26, 2026`. */
export function changeText(from: Period, to: Period): string {
  const days = Math.abs(daysIn(to) - daysIn(from))
  switch (changeKindOf(from, to)) {
    case 'extend':
      return `${days === 1 ? '1 more day' : `${days} more days`}, until ${formatDay(lastDay(to))}`
    case 'shorten':
      return `${daysText(days)} less, until ${formatDay(lastDay(to))}`
    default:
      return `moved to ${formatPeriod(to)}`
  }
}

/** What a renter asks for in the form. */
export type ChangeRequest =
  | { what: 'extend'; days: number }
  | { what: 'shorten'; lastDay: Day }
  | { what: 'move'; start: Day }

/** The days that a rental would have with a request. */
export function periodWith({ start, end }: Period, request: ChangeRequest): Period {
  if (request.what === 'extend') return { start, end: addDays(end, request.days) }
  if (request.what === 'shorten') return { start, end: addDays(request.lastDay, 1) }
  return { start: request.start, end: addDays(request.start, daysBetween(start, end)) }
}

/** The state of a change as its two people read it. */
export function changeStateText(state: ChangeState): string {
  return {
    asked: 'Waits for the owner',
    paying: 'Waits for the payment',
    done: 'Changed',
    declined: 'Declined',
    expired: 'Ended',
    withdrawn: 'Taken back',
  }[state]
}
