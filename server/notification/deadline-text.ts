import { formatInstant } from '#domain/period.ts'
import { hoursAfter } from '#domain/time.ts'

/**
 * How long someone has, in a mail: `within 24 hours`; once an hour of these has passed, `by ` and the instant.
 * `lasting` and `ending` replace `within` and `by`. With `inDays` the hours, a multiple of 24, are said in days.
 */
export function deadlineText(
  hours: number,
  until: Date,
  now: Date,
  { lasting = 'within', ending = 'by', inDays = false } = {},
): string {
  if (hoursAfter(now, hours - 1) >= until) return `${ending} ${formatInstant(until)}`
  return inDays ? `${lasting} ${hours / 24} days` : `${lasting} ${hours} hours`
}
