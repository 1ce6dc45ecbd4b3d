import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPeso, MAX_PRICE_CENTAVOS, parsePeso, percentOf, pesoFieldValue, split } from './money.ts'

const amount = fc.integer({ min: 0, max: 999_999_999 })

describe('an amount as people read it', () => {
  // Spec: S1.6, S9.6, D14
  test.each([
    [123450, '₱1,234.50'],
    [123456750, '₱1,234,567.50'],
    [1, '₱0.01'],
    [0, '₱0.00'],
    [-1500, '-₱15.00'],
    [MAX_PRICE_CENTAVOS, '₱1,000,000.00'],
  ])('%i centavos is %s', (centavos, text) => {
    expect(formatPeso(centavos)).toBe(text)
  })
})

describe('an amount as typed', () => {
  test.each([
    ['19.99', 1999],
    ['0.57', 57],
    ['.5', 50],
    ['.05', 5],
    ['₱1,234.5', 123450],
    [' ₱ 450 ', 45000],
    ['0.01', 1],
    ['0', 0],
    ['007', 700],
    ['9999999.99', 999999999],
    ['9,999,999.99', 999999999],
  ])('%j is %i centavos', (text, centavos) => {
    expect(parsePeso(text)).toBe(centavos)
  })

  test.each([
    '',
    '₱',
    '-5',
    '+5',
    '1.234',
    '1.',
    '.',
    '1e3',
    'free',
    '12345678',
    '12,345,678',
    '99,999,999.99',
    '1.2.3',
    '٣',
    'NaN',
    'Infinity',
  ])('%j is not an amount', (text) => {
    expect(parsePeso(text)).toBeNull()
  })

  test('what a form field shows is read back as the same amount', () => {
    fc.assert(
      fc.property(amount, (centavos) => {
        expect(parsePeso(pesoFieldValue(centavos))).toBe(centavos)
      }),
    )
  })

  test('what people read is read back as the same amount', () => {
    fc.assert(
      fc.property(amount, (centavos) => {
        expect(parsePeso(formatPeso(centavos))).toBe(centavos)
      }),
    )
  })

  test('any text is an amount of whole centavos or no amount', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const centavos = parsePeso(text)
        expect(centavos === null || (Number.isSafeInteger(centavos) && centavos >= 0)).toBe(true)
      }),
    )
  })
})

describe('a percentage', () => {
  test.each([
    [45000, 2250],
    [99999, 5000],
    [30, 2],
    [10, 1],
    [9, 0],
    [0, 0],
  ])('5 %% of %i centavos is %i, half up', (centavos, fee) => {
    expect(percentOf(centavos, 5)).toBe(fee)
  })

  test('is the exact fraction rounded half up', () => {
    const exact = (centavos: number, percent: number) => {
      const hundredths = BigInt(centavos) * BigInt(percent)
      const whole = hundredths / 100n
      return Number(hundredths % 100n >= 50n ? whole + 1n : whole)
    }
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000_000 }),
        fc.integer({ min: 0, max: 100 }),
        (centavos, percent) => {
          expect(percentOf(centavos, percent)).toBe(exact(centavos, percent))
        },
      ),
    )
  })
})

describe('a split', () => {
  test('gives the centavos left over to the largest remainders, earlier parts first', () => {
    expect(split(5, [100, 100, 100])).toEqual([2, 2, 1])
    expect(split(10, [1, 2])).toEqual([3, 7])
    expect(split(100, [1, 1, 1])).toEqual([34, 33, 33])
  })

  test('of nothing, or over nothing, still sums to the total', () => {
    expect(split(0, [5, 5])).toEqual([0, 0])
    expect(split(7, [0, 0])).toEqual([7, 0])
    expect(split(0, [])).toEqual([])
  })

  const weights = fc.array(fc.integer({ min: 0, max: 700_000_000 }), { minLength: 1, maxLength: 30 })

  // Spec: D18
  test('sums to the total exactly', () => {
    fc.assert(
      fc.property(amount, weights, (total, weights) => {
        expect(split(total, weights).reduce((a, b) => a + b, 0)).toBe(total)
      }),
    )
  })

  test('gives each part less than a centavo of difference from the exact share, and nothing for a zero weight', () => {
    fc.assert(
      fc.property(amount, weights, (total, weights) => {
        const sum = weights.reduce((a, b) => a + BigInt(b), 0n)
        fc.pre(sum > 0n)
        split(total, weights).forEach((part, i) => {
          const off = BigInt(part) * sum - BigInt(total) * BigInt(weights[i]!)
          expect(off < sum && off > -sum).toBe(true)
          if (weights[i] === 0) expect(part).toBe(0)
        })
      }),
    )
  })
})

test('a comma separates thousands; a decimal comma is refused rather than read a hundredfold', () => {
  expect(parsePeso('1,234.50')).toBe(123450)
  expect(parsePeso('1,234,567')).toBe(123456700)
  expect(parsePeso('1,50')).toBeNull()
  expect(parsePeso('12,34.50')).toBeNull()
})
