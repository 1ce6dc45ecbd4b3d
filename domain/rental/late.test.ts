import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, periodOf } from '../period.ts'
import {
  countsAsNotReturned,
  latestEndPastGrace,
  graceEnd,
  isLate,
  lateFee,
  notReturnedAt,
  latestEndNotReturned,
} from './late.ts'

const manila = (time: string) => new Date(`${time}+08:00`)
/** Three days at ₱333.33, due back on Monday, November 23. */
const terms = { period: periodOf('2026-11-21', 3), pricePerDayCentavos: 33_333 }
const fee = (time: string, waived: number | 'all' = 0) => lateFee({ ...terms, waived }, manila(time))

describe('a late fee, due on Monday, November 23', () => {
  // Spec: D47
  test.each([
    ['2026-11-23T23:59:59', 0],
    ['2026-11-24T11:59:59', 0],
    ['2026-11-24T12:00:00', 0],
    ['2026-11-24T12:01:00', 1],
    ['2026-11-25T11:59:59', 1],
    ['2026-11-25T12:01:00', 2],
    ['2026-11-26T15:00:00', 3],
    ['2026-11-30T11:59:59', 6],
    ['2026-11-30T12:01:00', 7],
    ['2027-03-01T00:00:00', 7],
  ])('back at %s costs the price of %i days', (time, days) => {
    expect(fee(time)).toMatchObject({ days, fullCentavos: days * 33_333, centavos: days * 33_333 })
  })

  test('says when the next day counts, and after the seventh that none does', () => {
    expect(fee('2026-11-24T09:00:00').nextAt).toEqual(manila('2026-11-24T12:00:00'))
    expect(fee('2026-11-24T12:00:01').nextAt).toEqual(manila('2026-11-25T12:00:00'))
    expect(fee('2026-11-30T12:00:01').nextAt).toBeNull()
  })

  test('is less by what the owner waived, and nothing when they waived all', () => {
    expect(fee('2026-11-26T15:00:00', 50_000).centavos).toBe(49_999)
    expect(fee('2026-11-24T15:00:00', 50_000).centavos).toBe(0)
    expect(fee('2026-11-30T15:00:00', 'all')).toMatchObject({ days: 7, fullCentavos: 233_331, centavos: 0 })
  })

  test('does not count while the renter’s objection to the hand-over stands', () => {
    const contested = lateFee({ ...terms, isHandoverInDoubt: true }, manila('2026-11-30T12:01:00'))
    expect(contested).toEqual({ days: 0, fullCentavos: 0, centavos: 0, nextAt: null })
  })

  test('counts as not returned after the seventh day, unless its renter says that it is back', () => {
    const counts = (time: string, said: object = {}) =>
      countsAsNotReturned({ ...terms, status: 'Active', ...said }, manila(time))
    expect(counts('2026-11-30T12:00:00')).toBe(false)
    expect(counts('2026-11-30T12:00:01')).toBe(true)
    expect(counts('2026-11-30T12:00:01', { status: 'Completed' })).toBe(false)
    const broughtBackAt = manila('2026-11-30T10:00:00')
    expect(counts('2026-12-20T12:00:00', { broughtBackAt })).toBe(false)
    expect(counts('2026-12-20T12:00:00', { broughtBackAt, broughtBackObjectedAt: broughtBackAt })).toBe(true)
  })

  test('it is late from midnight, though nothing is charged until noon', () => {
    expect(isLate(terms, manila('2026-11-23T23:59:59'))).toBe(false)
    expect(isLate(terms, manila('2026-11-24T00:00:00'))).toBe(true)
    expect(isLate({ ...terms, isHandoverInDoubt: true }, manila('2026-11-24T00:00:00'))).toBe(false)
    expect(graceEnd(terms.period)).toEqual(manila('2026-11-24T12:00:00'))
    expect(notReturnedAt(terms.period)).toEqual(manila('2026-11-30T12:00:00'))
    expect(latestEndNotReturned('2026-11-30')).toBe(terms.period.end)
  })
})

describe('a late fee, of any rental', () => {
  const start = fc.integer({ min: 0, max: 800 }).map((n) => addDays('2026-01-01', n))
  const some = fc.record({
    period: fc.tuple(start, fc.constantFrom(1, 3, 7)).map(([day, n]) => periodOf(day, n)),
    pricePerDayCentavos: fc.integer({ min: 1, max: 100_000_000 }),
    waived: fc.oneof(fc.nat({ max: 1_000_000 }), fc.constant('all' as const)),
  })
  const minutes = fc.integer({ min: -20_000, max: 40_000 })
  const after = (end: string, n: number) => new Date(manila(`${end}T00:00:00`).getTime() + n * 60_000)

  test('never falls with time, and is never more than seven days or less than zero', () => {
    fc.assert(
      fc.property(some, minutes, fc.nat({ max: 20_000 }), (rental, n, more) => {
        const early = lateFee(rental, after(rental.period.end, n))
        const later = lateFee(rental, after(rental.period.end, n + more))
        expect(later.centavos).toBeGreaterThanOrEqual(early.centavos)
        expect(early.centavos).toBeGreaterThanOrEqual(0)
        expect(later.fullCentavos).toBeLessThanOrEqual(7 * rental.pricePerDayCentavos)
        expect(early.nextAt === null || early.nextAt >= after(rental.period.end, n)).toBe(true)
      }),
    )
  })

  test('has its grace over on the days that a query for them finds', () => {
    fc.assert(
      fc.property(some, minutes, ({ period }, n) => {
        const now = after(period.end, n)
        expect(period.end <= latestEndPastGrace(now)).toBe(now >= graceEnd(period))
      }),
    )
    const { period } = terms
    expect(latestEndPastGrace(graceEnd(period))).toBe(period.end)
    expect(latestEndPastGrace(new Date(graceEnd(period).getTime() - 1)) < period.end).toBe(true)
  })

  test('rises by one day exactly at the instant it named', () => {
    fc.assert(
      fc.property(some, minutes, (rental, n) => {
        const now = lateFee(rental, after(rental.period.end, n))
        if (now.nextAt === null) return
        const before = lateFee(rental, now.nextAt)
        const then = lateFee(rental, new Date(now.nextAt.getTime() + 1))
        expect([before.days, then.days]).toEqual([now.days, now.days + 1])
      }),
    )
  })
})
