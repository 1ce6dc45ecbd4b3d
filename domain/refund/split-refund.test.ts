import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { type Charge, centavosOf } from '../book/money-line.ts'
import { amountLines, coveredLines, splitRefund } from './split-refund.ts'

const paid = (id: string, rent: number, fee = 0, back = 0) => ({
  id,
  lines: [
    { kind: 'rent' as const, centavos: rent },
    { kind: 'service_fee' as const, centavos: fee },
    ...(back > 0 ? [{ kind: 'refund' as const, returns: 'rent' as const, centavos: -back }] : []),
  ],
})
const split = (centavos: number, parts: ReturnType<typeof paid>[], returns: Charge = 'rent') =>
  splitRefund([{ returns, centavos }], parts).map(({ part, lines }) => [part.id, lines[0]!.centavos])

it('the latest payment goes back first, and the rest from the one before', () => {
  const parts = [paid('later', 99_999), paid('first', 99_999)]
  expect(split(60_000, parts)).toEqual([['later', 60_000]])
  expect(split(139_999, parts)).toEqual([
    ['later', 99_999],
    ['first', 40_000],
  ])
})

it('of a charge no payment gives back more than is left of it', () => {
  const parts = [paid('later', 10_000, 500, 9_000), paid('first', 10_000, 500)]
  expect(split(5_000, parts)).toEqual([
    ['later', 1_000],
    ['first', 4_000],
  ])
  expect(split(600, parts, 'service_fee')).toEqual([
    ['later', 500],
    ['first', 100],
  ])
})

it('more than was paid is never divided', () => {
  expect(() => split(10_001, [paid('only', 10_000)])).toThrow('1 centavos of rent')
})

it('a goodwill payment takes the place of what its payment paid besides the deposit', () => {
  const first = {
    lines: [
      { kind: 'rent' as const, centavos: 90_000 },
      { kind: 'service_fee' as const, centavos: 4_500 },
      { kind: 'deposit' as const, centavos: 50_000 },
    ],
    goodwillCentavos: 35_000,
  }
  const later = { lines: paid('later', 30_000, 1_500).lines, goodwillCentavos: 0 }
  const all = [
    { returns: 'rent' as const, centavos: 120_000 },
    { returns: 'service_fee' as const, centavos: 6_000 },
    { returns: 'deposit' as const, centavos: 50_000 },
  ]
  const covered = coveredLines(all, [later, first])
  expect(covered).toEqual([
    { returns: 'rent', centavos: 30_000 + 59_500 },
    { returns: 'service_fee', centavos: 1_500 },
    { returns: 'deposit', centavos: 50_000 },
  ])
  const parts = splitRefund(covered, [later, first]).map(({ lines }) =>
    lines.reduce((sum, { centavos }) => sum + centavos, 0),
  )
  expect(parts).toEqual([31_500, 59_500 + 50_000])
})

it('an amount is taken of what each payment has left beside goodwill and the deposit', () => {
  const first = { lines: [...paid('', 90_000, 4_500).lines], goodwillCentavos: 90_000 }
  const later = { lines: paid('', 30_000, 1_500).lines }
  const lines = amountLines(36_000, [later, first])
  expect(lines).toEqual([
    { returns: 'rent', centavos: 30_000 + 4_500 },
    { returns: 'service_fee', centavos: 1_500 },
  ])
  expect(splitRefund(lines, [later, first])).toHaveLength(2)
  expect(amountLines(36_001, [later, first])).toEqual(lines)
})

it('what its owner was granted of a deposit makes room for goodwill', () => {
  const part = {
    lines: [...paid('', 100_000, 5_000).lines, { kind: 'deposit' as const, centavos: 50_000 }],
    goodwillCentavos: 30_000,
    keptCentavos: 50_000,
  }
  expect(amountLines(105_000, [part])).toEqual([
    { returns: 'rent', centavos: 100_000 },
    { returns: 'service_fee', centavos: 5_000 },
  ])
})

test('whatever goes back, the parts sum to it and each is covered by its payment', () => {
  const payments = fc.array(fc.record({ rent: fc.nat(1000), fee: fc.nat(50) }), { maxLength: 5 })
  fc.assert(
    fc.property(payments, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
      const parts = all.map(({ rent, fee }, i) => paid(String(i), rent, fee))
      const wanted = (['rent', 'service_fee'] as const).map((returns) => ({
        returns,
        centavos: Math.floor(share * parts.reduce((sum, { lines }) => sum + centavosOf(lines, returns), 0)),
      }))
      const made = splitRefund(wanted, parts)
      for (const { returns, centavos } of wanted) {
        const each = made.map(({ part, lines }) => {
          const own = lines.find((line) => line.returns === returns)?.centavos ?? 0
          expect(own).toBeLessThanOrEqual(centavosOf(part.lines, returns))
          return own
        })
        expect(each.reduce((sum, own) => sum + own, 0)).toBe(centavos)
      }
    }),
  )
})
