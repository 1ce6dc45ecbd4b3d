import { addDays, dayInManila, type Period } from '../period.ts'
import type { RentalStatus } from '../status.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { minutesAfter } from '../time.ts'

/** `out`: from the owner to the renter; `back`: the return. */
export type Direction = 'out' | 'back'

/** Who receives the item shows the code; who hands it over enters it. */
export const receiverOf = { out: 'renter', back: 'owner' } as const satisfies Record<Direction, string>
export const giverOf = { out: 'owner', back: 'renter' } as const satisfies Record<Direction, string>

/** After every five wrong tries no code is compared for a while. */
export const TRIES_BEFORE_PAUSE = 5
/** How long no code is compared then, in minutes. */
export const PAUSE_MINUTES = 15
/** After this many wrong tries no code of the rental in this direction is accepted. */
export const MAX_CODE_TRIES = 20

/** The wrong tries of a rental in one direction, over all its codes. */
export type Tries = { wrong: number; pausedUntil: Date | null }

/**
 * What is confirmed by a code now: the handover of an approved rental from the day before its start until its last
 * day, the return of an active one; null otherwise.
 */
export function directionOf(
  rental: { status: RentalStatus; period: Period; orderStatus: string },
  now: Date,
): Direction | null {
  if (rental.orderStatus !== 'confirmed') return null
  if (rental.status === 'Active') return 'back'
  if (rental.status !== 'Approved') return null
  const isBefore = dayInManila(now) < addDays(rental.period.start, -1)
  return isBefore || isLastDayOver(rental.period, now) ? null : 'out'
}

/** Whether the last day of a rental is over: then no code starts it any more, whenever the code was seen. */
export const isLastDayOver = (period: Period, now: Date): boolean => dayInManila(now) >= period.end

/** Whether a code may be compared now. Refusals: `stopped` (20 wrong ones), `limit` (5 wrong ones, 15 minutes). */
export function decideTry({ wrong, pausedUntil }: Tries, now: Date): Verdict {
  if (wrong >= MAX_CODE_TRIES)
    return refuse('stopped', 'Too many wrong codes. The owner can confirm it without a code instead.')
  if (!pausedUntil || now >= pausedUntil) return { ok: true }
  const seconds = Math.ceil((pausedUntil.getTime() - now.getTime()) / 1000)
  const minutes = Math.ceil(seconds / 60)
  const words = `Too many wrong codes. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  return { ...refuse('limit', words), retryAfterSeconds: seconds }
}

/** The tries after one more wrong code. */
export function afterWrong({ wrong }: Tries, now: Date): Tries {
  const more = wrong + 1
  const pauses = more % TRIES_BEFORE_PAUSE === 0 && more < MAX_CODE_TRIES
  return { wrong: more, pausedUntil: pauses ? minutesAfter(now, PAUSE_MINUTES) : null }
}

/** The refusal of a wrong code, with how many tries are left. */
export function refuseWrongCode(tries: Tries, now: Date): Verdict {
  const next = decideTry(tries, now)
  if (!next.ok) return next
  const left = TRIES_BEFORE_PAUSE - (tries.wrong % TRIES_BEFORE_PAUSE)
  return refuse('code', `That is not the code. You have ${left} more ${left === 1 ? 'try' : 'tries'}.`)
}
