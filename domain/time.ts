/** Lengths of time in milliseconds. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The instant so many milliseconds after another one, or before it when negative. */
export const msAfter = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** The instant so many minutes after another one, or before it when negative. */
export const minutesAfter = (at: Date, minutes: number): Date => msAfter(at, minutes * MINUTE_MS)

/** The instant so many hours after another one, or before it when negative. */
export const hoursAfter = (at: Date, hours: number): Date => msAfter(at, hours * HOUR_MS)

/** The instant so many days of 24 hours after another one, or before it when negative. */
export const daysAfter = (at: Date, days: number): Date => msAfter(at, days * DAY_MS)

/** The first of some instants. */
export const earliest = (...times: Date[]): Date => new Date(Math.min(...times.map((at) => at.getTime())))

/** The last of some instants; null counts as 1970. */
export const latest = (...times: (Date | null)[]): Date =>
  new Date(Math.max(...times.map((at) => at?.getTime() ?? 0)))
