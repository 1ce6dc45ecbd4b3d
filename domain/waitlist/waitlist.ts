import { dayInManila, hourInManila, type Period, startOfDay } from '../period.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, minutesAfter } from '../time.ts'

/**
 * The states of an entry: it waits in line; its days are held for it; they were rented; the offer lapsed or was
 * declined; the person left the list; or the days are too close.
 */
export const waitStates = ['waiting', 'offered', 'taken', 'lapsed', 'declined', 'left', 'over'] as const
export type WaitState = (typeof waitStates)[number]

/** The most open entries of one person. */
export const MAX_WAITING = 10

/**
 * After so many unused offers within so many days a person gets none of these days: each offer keeps the days from
 * others, who would pay for them.
 */
export const UNUSED_OFFERS = { most: 2, days: 7 }

/** For how many minutes of the day an offer is held. */
const OFFER_MINUTES = 120
/** The same for days that start within `SHORT_HOURS`. */
const SHORT_OFFER_MINUTES = 30
const SHORT_HOURS = 24
/** Days that start within so many hours are not offered. */
const LAST_HOURS = 3
/** The hours of the day in Manila that count. */
const FROM_HOUR = 8
const UNTIL_HOUR = 22

/** Whether there is time to offer days: more than 3 hours before they start. */
export function leavesTimeToOffer(period: Period, now: Date): boolean {
  return startOfDay(period.start).getTime() - now.getTime() > LAST_HOURS * HOUR_MS
}

/**
 * Until when days that are offered now are held: 2 hours counted from 8:00 to 22:00 in Manila, or 30 minutes when they
 * start within 24 hours.
 * ### Example Free again at 21:30: half an hour counts then, and the rest from 8:00, until 9:30.
 */
export function offerUntil(period: Period, now: Date): Date {
  if (startOfDay(period.start).getTime() - now.getTime() <= SHORT_HOURS * HOUR_MS)
    return minutesAfter(now, SHORT_OFFER_MINUTES)
  return addWaking(now, OFFER_MINUTES)
}

/** The instant when so many minutes between 8:00 and 22:00 have passed. */
function addWaking(now: Date, minutes: number): Date {
  const hour = hourInManila(now)
  const midnight = startOfDay(dayInManila(now)).getTime()
  const morning = midnight + FROM_HOUR * HOUR_MS
  if (hour < FROM_HOUR) return new Date(morning + minutes * MINUTE_MS)
  const evening = midnight + UNTIL_HOUR * HOUR_MS
  const left = Math.max(0, evening - now.getTime())
  const wanted = minutes * MINUTE_MS
  return new Date(wanted <= left ? now.getTime() + wanted : morning + DAY_MS + wanted - left)
}

/**
 * Whether someone may wait for days. `mayRent` is whether they could rent them now. Refusals: those of
 * `decideRental` that waiting does not help (theirs, gone, blocked, no such day), `free` (the days are free: they can
 * be rented now), `over` (too close to be offered), `unchanged` (they wait for them already), `too-many` (they wait
 * for too much, or left `unused` offers of these days; see `UNUSED_OFFERS`).
 */
export function decideJoining(
  mayRent: Verdict,
  { period, isWaiting, open, unused }: { period: Period; isWaiting: boolean; open: number; unused: number },
  now: Date,
): Verdict {
  if (mayRent.ok) return refuse('free', 'These days are free. You can rent them now.')
  if (!['dates-taken', 'rented', 'paused'].includes(mayRent.reason)) return mayRent
  if (!leavesTimeToOffer(period, now))
    return refuse('over', 'These days are too close: an offer would come too late.')
  if (isWaiting) return refuse('unchanged', 'You wait for these days already.')
  if (open >= MAX_WAITING)
    return refuse('too-many', `You can wait for ${MAX_WAITING} at most. Please leave another list first.`)
  if (unused >= UNUSED_OFFERS.most)
    return refuse('too-many', 'These days were held for you twice this week. Please let others have a turn.')
  return { ok: true }
}

/**
 * Whether a person who is first in line is asked: not while they are suspended, have something late, or left too many
 * offers of these days unused.
 */
export function mayGetOffer(
  person: { isSuspended: boolean; isLate: boolean; unused: number },
  mayRent: Verdict,
  period: Period,
  now: Date,
): boolean {
  if (person.isSuspended || person.isLate || person.unused >= UNUSED_OFFERS.most) return false
  return mayRent.ok && leavesTimeToOffer(period, now)
}

/** What a person reads whose offer ended as the item can't be rented for now. */
export const waitAgain = 'You wait again, at the same place in line.'

/** An entry's state as its person reads it. */
export function waitStateText(state: WaitState): string {
  return {
    waiting: 'Waiting',
    offered: 'Free now, held for you',
    taken: 'Rented',
    lapsed: 'The offer ended',
    declined: 'You declined',
    left: 'You left the list',
    over: 'The days came too close',
  }[state]
}
