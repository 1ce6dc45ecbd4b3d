import { DAY_MS } from './time.ts'

/** A calendar day in Asia/Manila, `2026-11-21`. */
export type Day = string

/** Calendar days from `start` up to, and not including, `end`. */
export type Period = { start: Day; end: Day }

/** How far ahead a rental may start, in days. */
export const BOOKING_HORIZON_DAYS = 365

const manila = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Manila' })
const long = new Intl.DateTimeFormat('en-PH', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
})
const clock = new Intl.DateTimeFormat('en-PH', {
  timeZone: 'Asia/Manila',
  dateStyle: 'medium',
  timeStyle: 'short',
})

const ofDay = new Intl.DateTimeFormat('en-PH', { timeZone: 'Asia/Manila', timeStyle: 'short' })

const stamp = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Manila',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/**
 * The calendar day in Manila at an instant. Manila is UTC+08:00 all year.
 *
 * ### Example
 * At 2026-11-20T16:00Z it is already `2026-11-21` in Manila.
 */
export function dayInManila(now: Date): Day {
  return manila.format(now)
}

/** The midnight in Manila at which a day begins. */
export function startOfDay(day: Day): Date {
  return new Date(`${day}T00:00:00+08:00`)
}

/** The hour of the day in Manila at an instant, 0 to 23. */
export function hourInManila(now: Date): number {
  return (now.getUTCHours() + 8) % 24
}

/** Whether a text is a day that exists: `2026-02-30` is not, nor is any of the year 0, which PostgreSQL refuses. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}

/** The day `days` later (earlier when negative). */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** How many days lie between two days; negative when `to` is before `from`. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}

/**
 * The days a rental of `durationDays` from `start` takes.
 *
 * ### Example
 * Three days from November 21: `periodOf('2026-11-21', 3)` is `{ start: '2026-11-21', end: '2026-11-24' }`,
 * and another rental may start on the 24th.
 */
export function periodOf(start: Day, durationDays: number): Period {
  return { start, end: addDays(start, durationDays) }
}

/** Whether two periods share a day. */
export function overlaps(a: Period, b: Period): boolean {
  return a.start < b.end && b.start < a.end
}

/** The last day of a period: the day the item is due back. */
export function lastDay(period: Period): Day {
  return addDays(period.end, -1)
}

/** Reads PostgreSQL's `[2026-11-21,2026-11-24)`. */
export function parsePeriod(daterange: string): Period {
  const match = /^\[(\d{4}-\d{2}-\d{2}),(\d{4}-\d{2}-\d{2})\)$/.exec(daterange)
  if (!match) throw new Error(`not a period of days: ${daterange}`)
  return { start: match[1]!, end: match[2]! }
}

/** Writes a period as PostgreSQL reads it. */
export function formatDaterange(period: Period): string {
  return `[${period.start},${period.end})`
}

/** A day as people read it: `Nov 21, 2026`. */
export function formatDay(day: Day): string {
  return long.format(new Date(`${day}T00:00:00Z`))
}

/** A period as people read it: `Nov 21, 2026` or `Nov 21, 2026 to Nov 23, 2026`, both days included. */
export function formatPeriod(period: Period): string {
  const last = lastDay(period)
  return last === period.start ? formatDay(period.start) : `${formatDay(period.start)} to ${formatDay(last)}`
}

/** An instant as people in Manila read it: `Nov 21, 2026, 1:30 AM`. */
export function formatInstant(at: Date): string {
  return clock.format(at).replaceAll('\u202f', ' ')
}

/** The time of day of an instant as people in Manila read it: `1:30 AM`. */
export function formatTime(at: Date): string {
  return ofDay.format(at).replaceAll('\u202f', ' ')
}

/**
 * An instant as a spreadsheet reads it, in Manila.
 *
 * ### Example
 * 2026-11-20T16:00Z is `2026-11-21 00:00:00`.
 */
export function stampInManila(at: Date): string {
  return stamp.format(at)
}

/**
 * The first start day from `from` to `until` (both included) at which `durationDays` fit between the taken periods;
 * null when there is none.
 */
export function nearestFreeStart(
  taken: readonly Period[],
  durationDays: number,
  from: Day,
  until: Day,
): Day | null {
  let start = from
  for (const period of [...taken].sort((a, b) => a.start.localeCompare(b.start))) {
    if (overlaps(period, periodOf(start, durationDays))) start = period.end
  }
  return start <= until ? start : null
}

/**
 * The last start day, not before `from` and not after `requested`, at which `durationDays` fit between the taken
 * periods; null when there is none.
 */
function latestFreeStart(
  taken: readonly Period[],
  durationDays: number,
  requested: Day,
  from: Day,
): Day | null {
  let start = requested
  for (const period of [...taken].sort((a, b) => b.end.localeCompare(a.end))) {
    if (overlaps(period, periodOf(start, durationDays))) start = addDays(period.start, -durationDays)
  }
  return start >= from ? start : null
}

/** The start days nearest to a requested one that is not free. */
export type FreeStarts = { before: Day | null; after: Day | null }

/**
 * The free start days nearest to `requested`, one before it and one after it, within `from` and `until`. `requested`
 * itself is never one of them.
 * ### Example The 21st to the 23rd are taken. For a day from the 22nd on: `before` is the 20th, `after` the 24th. For
 * three days: `before` is the 18th, as three days from the 19th would reach the 21st.
 */
export function freeStartsNear(
  taken: readonly Period[],
  durationDays: number,
  requested: Day,
  { from, until }: { from: Day; until: Day },
): FreeStarts {
  const before = latestFreeStart(taken, durationDays, earlier(addDays(requested, -1), until), from)
  const next = addDays(requested, 1)
  const after = nearestFreeStart(taken, durationDays, next < from ? from : next, until)
  return { before, after }
}

const earlier = (a: Day, b: Day): Day => (a < b ? a : b)

/** Each day of a period. */
export function daysOf(period: Period): Day[] {
  const days: Day[] = []
  for (let day = period.start; day < period.end; day = addDays(day, 1)) days.push(day)
  return days
}
