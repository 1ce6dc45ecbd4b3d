import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  dayInManila,
  daysOf,
  freeStartsNear,
  formatDaterange,
  formatDay,
  formatInstant,
  formatPeriod,
  isDay,
  lastDay,
  nearestFreeStart,
  overlaps,
  parsePeriod,
  type Period,
  periodOf,
} from './period.ts'

const day = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays('2000-01-01', n))
/** Days close together, so that periods often share a day. */
const nearDay = fc.integer({ min: 0, max: 40 }).map((n) => addDays('2026-11-21', n))
const length = fc.integer({ min: 1, max: 9 })
const nearPeriod = fc.tuple(nearDay, length).map(([start, days]) => periodOf(start, days))

const share = (a: Period, b: Period) => daysOf(a).some((day) => daysOf(b).includes(day))

describe('today in Manila', () => {
  test.each([
    ['2026-11-20T15:59:59.999Z', '2026-11-20'],
    ['2026-11-20T16:00:00.000Z', '2026-11-21'],
    ['2026-11-20T17:30:00.000Z', '2026-11-21'],
    ['2026-12-31T16:00:00.000Z', '2027-01-01'],
    ['2028-02-28T16:00:00.000Z', '2028-02-29'],
  ])('at %s it is %s', (at, today) => {
    expect(dayInManila(new Date(at))).toBe(today)
  })

  // Spec: D38
  test('is the day of UTC eight hours on, in every season', () => {
    const at = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(at, (at) => {
        expect(dayInManila(at)).toBe(new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10))
      }),
    )
  })
})

describe('a day', () => {
  test.each(['2026-11-21', '2028-02-29', '2000-02-29', '2026-12-31'])('%s exists', (text) => {
    expect(isDay(text)).toBe(true)
  })

  test.each([
    '2026-02-29',
    '2026-02-30',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '2026-04-31',
    '2026-1-1',
    '',
    ' 2026-11-21',
    '2026-11-21\n',
    '21-11-2026',
    '2026-11-21T00:00',
  ])('%j does not', (text) => {
    expect(isDay(text)).toBe(false)
  })

  test('moves over the ends of months, leap days and years', () => {
    expect(addDays('2026-11-30', 1)).toBe('2026-12-01')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2027-02-28', 1)).toBe('2027-03-01')
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
  })

  test('moved there and back is the same day, and every moved day exists', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -800, max: 800 }), (day, n) => {
        expect(addDays(addDays(day, n), -n)).toBe(day)
        expect(isDay(addDays(day, n))).toBe(true)
      }),
    )
  })

  test('later days sort after earlier ones', () => {
    fc.assert(
      fc.property(day, length, (day, n) => {
        expect(addDays(day, n) > day).toBe(true)
      }),
    )
  })
})

describe('a period', () => {
  test('of three days from November 21 ends before the 24th and is due back on the 23rd', () => {
    const period = periodOf('2026-11-21', 3)
    expect(period).toEqual({ start: '2026-11-21', end: '2026-11-24' })
    expect(lastDay(period)).toBe('2026-11-23')
    expect(daysOf(period)).toEqual(['2026-11-21', '2026-11-22', '2026-11-23'])
  })

  test('can follow another on the day that one ends', () => {
    expect(overlaps(periodOf('2026-11-21', 3), periodOf('2026-11-24', 1))).toBe(false)
    expect(overlaps(periodOf('2026-11-21', 3), periodOf('2026-11-23', 1))).toBe(true)
  })

  test('overlaps another just when they share a day, whichever is asked first', () => {
    fc.assert(
      fc.property(nearPeriod, nearPeriod, (a, b) => {
        expect(overlaps(a, b)).toBe(share(a, b))
        expect(overlaps(b, a)).toBe(overlaps(a, b))
      }),
    )
  })

  test('is read back from the database as it was written', () => {
    expect(formatDaterange(periodOf('2026-11-21', 3))).toBe('[2026-11-21,2026-11-24)')
    fc.assert(
      fc.property(nearPeriod, (period) => {
        expect(parsePeriod(formatDaterange(period))).toEqual(period)
      }),
    )
  })

  test.each(['', 'empty', '(2026-11-21,2026-11-24)', '[2026-11-21,2026-11-24]', '[2026-11-21,)'])(
    '%j is not one',
    (text) => {
      expect(() => parsePeriod(text)).toThrow('not a period of days')
    },
  )
})

describe('dates as people read them', () => {
  test('name the month, and both ends of a period', () => {
    expect(formatDay('2026-11-21')).toBe('Nov 21, 2026')
    expect(formatPeriod(periodOf('2026-11-21', 1))).toBe('Nov 21, 2026')
    expect(formatPeriod(periodOf('2026-12-30', 3))).toBe('Dec 30, 2026 to Jan 1, 2027')
  })

  test('an instant is on the clock of Manila', () => {
    expect(formatInstant(new Date('2026-11-20T17:30:00Z'))).toBe('Nov 21, 2026, 1:30 AM')
  })
})

describe('the nearest free start', () => {
  const taken = [periodOf('2026-11-24', 3), periodOf('2026-11-21', 1)]

  test('goes into the first gap that is long enough', () => {
    expect(nearestFreeStart(taken, 1, '2026-11-21', '2027-11-21')).toBe('2026-11-22')
    expect(nearestFreeStart(taken, 3, '2026-11-21', '2027-11-21')).toBe('2026-11-27')
    expect(nearestFreeStart([], 7, '2026-11-21', '2027-11-21')).toBe('2026-11-21')
  })

  test('may be the last day asked for, and is null after it', () => {
    expect(nearestFreeStart(taken, 3, '2026-11-21', '2026-11-27')).toBe('2026-11-27')
    expect(nearestFreeStart(taken, 3, '2026-11-21', '2026-11-26')).toBeNull()
  })

  test('equals the first day without overlap, found by trying every day', () => {
    fc.assert(
      fc.property(
        fc.array(nearPeriod, { maxLength: 12 }),
        length,
        nearDay,
        fc.integer({ min: 0, max: 60 }),
        (taken, days, from, span) => {
          const until = addDays(from, span)
          let expected: string | null = null
          for (let day = from; day <= until && expected === null; day = addDays(day, 1))
            if (!taken.some((period) => share(period, periodOf(day, days)))) expected = day
          expect(nearestFreeStart(taken, days, from, until)).toBe(expected)
        },
      ),
    )
  })
})

describe('the free starts near a day that is not free', () => {
  const taken = [periodOf('2026-11-21', 3), periodOf('2026-11-26', 2)]
  const year = { from: '2026-11-16', until: '2027-11-16' }

  test.each([
    [1, '2026-11-22', '2026-11-20', '2026-11-24'],
    [3, '2026-11-22', '2026-11-18', '2026-11-28'],
    [1, '2026-11-26', '2026-11-25', '2026-11-28'],
    [7, '2026-11-22', null, '2026-11-28'],
    [1, '2026-11-10', null, '2026-11-16'],
    [1, '2028-01-01', '2027-11-16', null],
  ])('for %i days from %s are %s and %s', (days, requested, before, after) => {
    expect(freeStartsNear(taken, days, requested, year)).toEqual({ before, after })
  })

  test('equal the nearest on either side, found by trying every day', () => {
    fc.assert(
      fc.property(
        fc.array(nearPeriod, { maxLength: 10 }),
        length,
        nearDay,
        nearDay,
        fc.integer({ min: 0, max: 40 }),
        (taken, days, requested, from, span) => {
          const until = addDays(from, span)
          const free = daysOf({ start: from, end: addDays(until, 1) }).filter(
            (day) => !taken.some((period) => share(period, periodOf(day, days))),
          )
          expect(freeStartsNear(taken, days, requested, { from, until })).toEqual({
            before: free.filter((day) => day < requested).at(-1) ?? null,
            after: free.find((day) => day > requested) ?? null,
          })
        },
      ),
    )
  })
})
