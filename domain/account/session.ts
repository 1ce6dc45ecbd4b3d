import type { Role } from './account.ts'
import { DAY_MS, earliest, HOUR_MS, MINUTE_MS, msAfter } from '../time.ts'

type Lasting = { idleMs: number; totalMs: number }
const ofPeople: Lasting = { idleMs: 30 * DAY_MS, totalMs: 90 * DAY_MS }
const lasting: Record<Role, Lasting> = {
  renter: ofPeople,
  owner: ofPeople,
  admin: { idleMs: 12 * HOUR_MS, totalMs: 7 * DAY_MS },
}

/** The lifetime of a session's cookie in seconds: no session lasts longer. */
export const SESSION_COOKIE_SECONDS = ofPeople.totalMs / 1000
/** The last use of a session is written at most once in this many milliseconds. */
export const NOTE_USE_MS = 5 * MINUTE_MS

/**
 * When a session ends if it is not used again: 30 days after it was last used, and 90 days after it began; an admin's
 * 12 hours and 7 days.
 *
 * ### Example
 * An admin's session that began on November 1 at 08:00 and was used last at 10:00 ends at 22:00; used every hour, it
 * ends on November 8 at 08:00.
 */
export function endOfSession(role: Role, { beganAt, usedAt }: { beganAt: Date; usedAt: Date }): Date {
  const { idleMs, totalMs } = lasting[role]
  return earliest(msAfter(usedAt, idleMs), msAfter(beganAt, totalMs))
}
