import { addDays, type Day } from './period.ts'

/** A calendar month, `2026-11`. */
export type Month = string

const long = new Intl.DateTimeFormat('en-PH', { timeZone: 'UTC', year: 'numeric', month: 'long' })
const short = new Intl.DateTimeFormat('en-PH', { timeZone: 'UTC', month: 'short' })
const shortDay = new Intl.DateTimeFormat('en-PH', { timeZone: 'UTC', month: 'short', day: 'numeric' })
const firstOf = (month: Month) => new Date(`${month}-01T00:00:00Z`)

/**
 * The last `count` months up to the one of `today`, the oldest first.
 *
 * ### Example
 * `lastMonths('2026-01-15', 3)` is `['2025-11', '2025-12', '2026-01']`.
 */
export function lastMonths(today: Day, count: number): Month[] {
  const [year, month] = today.split('-').map(Number) as [number, number]
  return Array.from({ length: count }, (_, i) =>
    new Date(Date.UTC(year, month - count + i, 1)).toISOString().slice(0, 7),
  )
}

/**
 * The Mondays of the last `count` weeks up to the one of `today`, the oldest first.
 *
 * ### Example
 * November 21, 2026 is a Saturday: `lastWeeks('2026-11-21', 2)` is `['2026-11-09', '2026-11-16']`.
 */
export function lastWeeks(today: Day, count: number): Day[] {
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const monday = addDays(today, -sinceMonday)
  return Array.from({ length: count }, (_, i) => addDays(monday, 7 * (i - count + 1)))
}

/** A month as people read it: `November 2026`. */
export function formatMonth(month: Month): string {
  return long.format(firstOf(month))
}

/** A short month: `Nov`. */
export function shortMonth(month: Month): string {
  return short.format(firstOf(month))
}

/** A short day: `Nov 16`. */
export function formatShortDay(day: Day): string {
  return shortDay.format(new Date(`${day}T00:00:00Z`))
}
