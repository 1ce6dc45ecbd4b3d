import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from './period.ts'
import { formatMonth, formatShortDay, lastMonths, lastWeeks, shortMonth } from './span.ts'

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))

describe('the last months', () => {
  test('end with the month of today and go back over the turn of a year', () => {
    expect(lastMonths('2026-01-15', 3)).toEqual(['2025-11', '2025-12', '2026-01'])
    expect(lastMonths('2026-03-31', 2)).toEqual(['2026-02', '2026-03'])
  })

  test('are as many as asked for, each once and in order', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 40 }), (today, count) => {
        const months = lastMonths(today, count)
        expect(months).toHaveLength(count)
        expect(months.at(-1)).toBe(today.slice(0, 7))
        expect([...new Set(months)].toSorted()).toEqual(months)
      }),
    )
  })

  test('are read in full or in short', () => {
    expect(formatMonth('2026-11')).toBe('November 2026')
    expect(shortMonth('2026-11')).toBe('Nov')
  })
})

describe('the last weeks', () => {
  test('begin on Mondays, also when today is a Monday or a Sunday', () => {
    expect(lastWeeks('2026-11-21', 2)).toEqual(['2026-11-09', '2026-11-16'])
    expect(lastWeeks('2026-11-16', 1)).toEqual(['2026-11-16'])
    expect(lastWeeks('2026-11-22', 1)).toEqual(['2026-11-16'])
  })

  test('hold today in the last of them, and are seven days apart', () => {
    fc.assert(
      fc.property(day, (today) => {
        const weeks = lastWeeks(today, 12)
        expect(weeks.at(-1)! <= today && today < addDays(weeks.at(-1)!, 7)).toBe(true)
        for (const [i, week] of weeks.entries()) if (i > 0) expect(week).toBe(addDays(weeks[i - 1]!, 7))
      }),
    )
  })

  test('are named by their Monday', () => {
    expect(formatShortDay('2026-11-16')).toBe('Nov 16')
  })
})
