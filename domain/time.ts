/** Lengths of time in milliseconds. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The instant so many hours after another one. */
export const hoursAfter = (at: Date, hours: number): Date => new Date(at.getTime() + hours * HOUR_MS)
