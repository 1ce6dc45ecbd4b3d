import { addDays, type Day, dayInManila } from '#domain/period.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Chance } from './chance.ts'
import type { People, Person } from './people.ts'
import type { Tables } from './tables.ts'

export type Metropolis = {
  tables: Tables
  chance: Chance
  people: People
  categoryIds: ReadonlyMap<string, number>
  tags: readonly string[]
  agreement: string
  now: Date
  calendar: Calendar
}

export type RentedThing = {
  id: string
  photoId: string
  owner: Person
  title: string
  pricePerDayCentavos: number
  listedAt: Date
}
/** The days around today in Manila, by their distance from today; `noon` is in milliseconds. */
export type Calendar = { day(offset: number): Day; noon(offset: number): number }

/** The calendar at an instant, computed once. */
export function calendarAt(now: Date): Calendar {
  const today = dayInManila(now)
  const [before, after] = [1000, 200]
  const days = Array.from({ length: before + after }, (_, i) => addDays(today, i - before))
  const noon = Date.parse(`${today}T12:00:00+08:00`)
  return { day: (offset) => days[offset + before]!, noon: (offset) => noon + offset * DAY_MS }
}
