import { expect, test } from 'vitest'
import { addMonths, readMonth, withBalances } from './statement.ts'

test('each line of a statement has the balance after it', () => {
  const at = new Date('2026-11-21T02:15:00Z')
  const entries = [
    { at, what: 'rent' as const, centavos: 45_000 },
    { at, what: 'paid-out' as const, centavos: -55_000 },
    { at, what: 'cash-fee' as const, centavos: -2_250 },
  ]
  const lines = withBalances(10_000, entries)
  expect(lines.map(({ balanceCentavos }) => balanceCentavos)).toEqual([55_000, 0, -2_250])
  expect(withBalances(-500, [])).toEqual([])
})

test.each([
  ['2026-10', '2026-10'],
  ['2026-11', '2026-11'],
  ['2026-12', '2026-11'],
  ['2026-13', '2026-11'],
  ['2026-1', '2026-11'],
  ['0001-01', '2026-11'],
  ["2026-10'--", '2026-11'],
  ['', '2026-11'],
  [null, '2026-11'],
])('the month of %j is %s', (text, month) => {
  expect(readMonth(text, '2026-11-21')).toBe(month)
})

test('months are counted over the end of a year', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
})
