import { describe, expect, it } from 'vitest'
import { cutoffOf, isShorter, parseTimeKept, type TimeKept } from './time-kept.ts'

describe('a time in a setting', () => {
  it.each([
    ['90 days', '90 days'],
    [' 2 Years ', '2 years'],
    ['1 days', '1 day'],
    ['18 month', '18 months'],
    ['100 years', '100 years'],
  ])('%j is %s', (text, time) => {
    expect(parseTimeKept(text)).toBe(time)
  })

  it.each(['', '0 days', '90', 'days', '-1 days', '1.5 years', '2 weeks', '101 years', '1 day 2', 'P90D'])(
    '%j is none',
    (text) => {
      expect(parseTimeKept(text)).toBeNull()
    },
  )
})

describe('what is older than', () => {
  it.each<[TimeKept, string, string]>([
    ['1 day', '2026-11-21T02:15:00Z', '2026-11-20T02:15:00.000Z'],
    ['90 days', '2026-03-01T00:00:00Z', '2025-12-01T00:00:00.000Z'],
    ['2 years', '2026-11-21T02:15:00Z', '2024-11-21T02:15:00.000Z'],
    ['1 year', '2028-02-29T00:00:00Z', '2027-03-01T00:00:00.000Z'],
    ['3 months', '2026-02-10T00:00:00Z', '2025-11-10T00:00:00.000Z'],
  ])('%s at %s began before %s', (time, now, cutoff) => {
    expect(cutoffOf(time, new Date(now)).toISOString()).toBe(cutoff)
  })
})

it('a time is shorter than another by its days', () => {
  expect(isShorter('3 days', '4 days')).toBe(true)
  expect(isShorter('4 days', '4 days')).toBe(false)
  expect(isShorter('1 month', '90 days')).toBe(true)
  expect(isShorter('1 year', '90 days')).toBe(false)
})
