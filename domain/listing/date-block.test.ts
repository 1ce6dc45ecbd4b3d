import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysOf, overlaps, type Period, periodOf } from '../period.ts'
import { type DateBlock, decideDateBlock, MAX_DATE_BLOCKS } from './date-block.ts'

const NOW = new Date('2026-11-21T02:15:00Z')
const TODAY = '2026-11-21'
const block = (start: string, days: number): DateBlock => ({
  id: `${start}+${days}`,
  period: periodOf(start, days),
})
const free = { rented: [], blocks: [] }

describe('blocking days', () => {
  test('takes both the first and the last day', () => {
    expect(decideDateBlock(free, { firstDay: '2026-11-24', lastDay: '2026-11-26' }, NOW)).toEqual({
      ok: true,
      period: periodOf('2026-11-24', 3),
      absorbed: [],
    })
    expect(decideDateBlock(free, { firstDay: TODAY, lastDay: TODAY }, NOW)).toMatchObject({
      period: periodOf(TODAY, 1),
    })
  })

  test.each([
    ['2026-11-20', '2026-11-22', 'first-day', 'The first day cannot be earlier than today.'],
    ['2026-11-25', '2026-11-24', 'last-day', 'The last day cannot be before the first.'],
    ['2026-11-25', '2027-11-22', 'last-day', 'Days can be blocked until Nov 21, 2027.'],
    ['2026-11-26', '2026-11-30', 'rented', 'A rental holds these days: Nov 24, 2026 to Nov 26, 2026.'],
    ['2026-12-02', '2026-12-03', 'unchanged', 'These days are blocked already.'],
  ])('from %s to %s is refused', (firstDay, lastDay, reason, message) => {
    const listing = { rented: [periodOf('2026-11-24', 3)], blocks: [block('2026-12-01', 5)] }
    expect(decideDateBlock(listing, { firstDay, lastDay }, NOW)).toEqual({ ok: false, reason, message })
  })

  test('may end on the day a rental starts before, or start on the day after one ends', () => {
    const listing = { rented: [periodOf('2026-11-24', 3)], blocks: [] }
    expect(decideDateBlock(listing, { firstDay: '2026-11-22', lastDay: '2026-11-23' }, NOW).ok).toBe(true)
    expect(decideDateBlock(listing, { firstDay: '2026-11-27', lastDay: '2026-11-27' }, NOW).ok).toBe(true)
  })

  test('that share a day with blocks makes one of them all; blocks that only touch stay apart', () => {
    const blocks = [block('2026-11-24', 3), block('2026-11-29', 2), block('2026-12-01', 1)]
    expect(
      decideDateBlock({ rented: [], blocks }, { firstDay: '2026-11-26', lastDay: '2026-11-30' }, NOW),
    ).toEqual({
      ok: true,
      period: { start: '2026-11-24', end: '2026-12-01' },
      absorbed: blocks.slice(0, 2),
    })
  })

  test(`is refused beyond ${MAX_DATE_BLOCKS} blocks, unless it joins some`, () => {
    const blocks = Array.from({ length: MAX_DATE_BLOCKS }, (_, i) => block(addDays(TODAY, 2 * i), 1))
    const last = addDays(TODAY, 300)
    expect(decideDateBlock({ rented: [], blocks }, { firstDay: last, lastDay: last }, NOW)).toMatchObject({
      reason: 'too-many',
    })
    expect(
      decideDateBlock({ rented: [], blocks }, { firstDay: TODAY, lastDay: addDays(TODAY, 3) }, NOW).ok,
    ).toBe(true)
  })

  test('adds only the requested days to the earlier blocks, and never a rented one', () => {
    const day = fc.integer({ min: 0, max: 40 }).map((n) => addDays(TODAY, n))
    const period = fc.tuple(day, fc.integer({ min: 1, max: 6 })).map(([start, days]) => periodOf(start, days))
    const apart = (periods: Period[]) =>
      periods.filter((a, i) => periods.slice(0, i).every((b) => !overlaps(a, b)))
    fc.assert(
      fc.property(
        fc.array(period, { maxLength: 8 }),
        fc.array(period, { maxLength: 4 }),
        period,
        (all, held, request) => {
          const blocks = apart(all).map((period, i) => ({ id: String(i), period }))
          const verdict = decideDateBlock(
            { rented: held, blocks },
            { firstDay: request.start, lastDay: addDays(request.end, -1) },
            NOW,
          )
          if (!verdict.ok) {
            const blocked = new Set(blocks.flatMap((block) => daysOf(block.period)))
            const why = daysOf(request).every((day) => blocked.has(day)) ? 'unchanged' : 'rented'
            if (why === 'rented') expect(held.some((period) => overlaps(period, request))).toBe(true)
            expect(['rented', 'unchanged']).toContain(verdict.reason)
            return
          }
          const before = new Set([
            ...verdict.absorbed.flatMap((block) => daysOf(block.period)),
            ...daysOf(request),
          ])
          expect(new Set(daysOf(verdict.period))).toEqual(before)
          expect(held.filter((period) => overlaps(period, request))).toEqual([])
          const left = blocks.filter((block) => !verdict.absorbed.includes(block))
          expect(left.filter((block) => overlaps(block.period, verdict.period))).toEqual([])
        },
      ),
    )
  })
})
