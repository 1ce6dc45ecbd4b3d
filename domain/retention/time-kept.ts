const units = ['day', 'month', 'year'] as const
type Unit = (typeof units)[number]

/** For how long something is kept, in words: `1 day`, `90 days`, `2 years`. */
export type TimeKept = `${number} ${Unit | `${Unit}s`}`

const written = new RegExp(`^([1-9]\\d{0,4}) (${units.join('|')})s?$`)

/** A time as a setting writes it (`2 years`, also `2 Year`); null for anything else, and for more than 100 years. */
export function parseTimeKept(text: string): TimeKept | null {
  const [, count, unit] = written.exec(text.trim().toLowerCase()) ?? []
  if (!count || !unit || daysOf(Number(count), unit as Unit) > 36_500) return null
  return `${Number(count)} ${unit}${count === '1' ? '' : 's'}` as TimeKept
}

/** The instant before which something is too old at `now`. Months and years are those of the calendar, in UTC. */
export function cutoffOf(time: TimeKept, now: Date): Date {
  const [count, unit] = partsOf(time)
  const cutoff = new Date(now)
  if (unit === 'day') cutoff.setUTCDate(cutoff.getUTCDate() - count)
  else cutoff.setUTCMonth(cutoff.getUTCMonth() - count * (unit === 'year' ? 12 : 1))
  return cutoff
}

/** Whether a time is shorter than another. */
export const isShorter = (time: TimeKept, than: TimeKept): boolean =>
  daysOf(...partsOf(time)) < daysOf(...partsOf(than))

function partsOf(time: TimeKept): [count: number, unit: Unit] {
  const [count, unit] = time.split(' ') as [string, string]
  return [Number(count), unit.replace(/s$/, '') as Unit]
}

const daysOf = (count: number, unit: Unit) => count * { day: 1, month: 30, year: 365 }[unit]
