import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentOf } from '../money.ts'
import { addDays, periodOf } from '../period.ts'
import {
  cancellationPolicies,
  type CancellationPolicy,
  cancellationTerms,
  noShowLines,
  policyTerms,
} from './cancellation.ts'

const START = '2026-12-24'
const period = periodOf(START, 3)
const lines = [
  { kind: 'rent', centavos: 99_999 },
  { kind: 'delivery', centavos: 1_500 },
  { kind: 'service_fee', centavos: 5_000 },
  { kind: 'deposit', centavos: 50_000 },
] as const
const ALL = 156_499
const pricePerDayCentavos = 33_333
const noon = (daysBefore: number) => new Date(`${addDays(START, -daysBefore)}T04:00:00Z`)
const terms = (policy: CancellationPolicy, daysBefore: number, status: 'Pending' | 'Approved' = 'Approved') =>
  cancellationTerms(
    { status, cancellationPolicy: policy, period, pricePerDayCentavos, lines },
    noon(daysBefore),
  )

describe('a renter who cancels an approved rental of ₱999.99 with ₱15.00 delivery, ₱50.00 fee and ₱500.00 deposit', () => {
  test.each([
    ['flexible', 30, ALL],
    ['flexible', 3, ALL],
    ['flexible', 1, ALL],
    ['moderate', 30, ALL],
    ['moderate', 3, ALL],
    ['moderate', 2, ALL - 49_999],
    ['moderate', 1, ALL - 49_999],
    ['strict', 30, ALL - 49_999],
    ['strict', 3, ALL - 49_999],
    ['strict', 2, ALL - 99_999],
    ['strict', 1, ALL - 99_999],
  ] as const)('under a %s policy, %i days before it starts, gets %i centavos', (policy, days, centavos) => {
    expect(terms(policy, days).refundCentavos).toBe(centavos)
  })

  test('gets everything while the owner has not answered, whatever the policy', () => {
    for (const policy of cancellationPolicies) {
      const { refundCentavos, because } = terms(policy, 0, 'Pending')
      expect([refundCentavos, because]).toEqual([ALL, 'the owner has not answered yet'])
    }
  })

  test('gets the reason, with the last day on which it was more', () => {
    expect(terms('flexible', 2).because).toBe(
      'its cancellation policy is flexible: all of it until the day before it starts',
    )
    expect(terms('moderate', 5).because).toBe(
      'its cancellation policy is moderate, and it is Dec 21, 2026 or earlier',
    )
    expect(terms('moderate', 2).because).toBe(
      'its cancellation policy is moderate, and it starts in less than 3 days: half of the rent',
    )
    expect(terms('strict', 5).because).toBe(
      'its cancellation policy is strict, and it is Dec 21, 2026 or earlier: half of the rent',
    )
    expect(terms('strict', 2).because).toBe(
      'its cancellation policy is strict, and it starts in less than 3 days: none of the rent',
    )
  })

  // Spec: D50
  test('is judged by the earliest start of a rental that was moved', () => {
    const moved = (earliestStart: string, daysBefore: number, policy: CancellationPolicy = 'strict') =>
      cancellationTerms(
        { status: 'Approved', cancellationPolicy: policy, period, earliestStart, pricePerDayCentavos, lines },
        noon(daysBefore),
      )
    expect(moved(addDays(START, -10), 12).refundCentavos).toBe(ALL - 99_999)
    expect(moved(addDays(START, -10), 12).because).toBe(
      'its cancellation policy is strict, and it was to start on Dec 14, 2026: none of the rent',
    )
    expect(moved(addDays(START, -10), 13).refundCentavos).toBe(ALL - 49_999)
    expect(moved(START, 12).refundCentavos).toBe(ALL - 49_999)
    expect(moved(addDays(START, -10), 11, 'flexible').refundCentavos).toBe(ALL)
    for (const [policy, kept] of [
      ['flexible', 33_333],
      ['moderate', 49_999],
      ['strict', 99_999],
    ] as const)
      expect(moved(addDays(START, -10), 10, policy).refundCentavos).toBe(ALL - kept)
    expect(moved(addDays(START, -10), 10, 'flexible').because).toBe(
      'its cancellation policy is flexible, and it was to start on Dec 14, 2026: as much as if you had not come',
    )
  })

  test('the day changes at midnight in Manila', () => {
    const at = (instant: string) =>
      cancellationTerms(
        { status: 'Approved', cancellationPolicy: 'moderate', period, pricePerDayCentavos, lines },
        new Date(instant),
      ).refundCentavos
    expect(at('2026-12-21T15:59:59Z')).toBe(ALL)
    expect(at('2026-12-21T16:00:00Z')).toBe(ALL - 49_999)
  })

  test('gets delivery, fee and deposit back under every policy, and never more than was charged', () => {
    const charged = fc.record({
      rent: fc.integer({ min: 1, max: 700_000_000 }),
      delivery: fc.constantFrom(0, 1_500),
      service_fee: fc.nat(35_000_000),
      deposit: fc.nat(100_000_000),
    })
    fc.assert(
      fc.property(charged, fc.constantFrom(...cancellationPolicies), fc.nat(40), (sums, policy, days) => {
        const all = Object.entries(sums).map(([kind, centavos]) => ({ kind: kind as 'rent', centavos }))
        const { lines: back, refundCentavos } = cancellationTerms(
          { status: 'Approved', cancellationPolicy: policy, period, pricePerDayCentavos, lines: all },
          noon(days),
        )
        const of = (kind: string) => back.find((line) => line.returns === kind)?.centavos ?? 0
        expect([of('delivery'), of('service_fee'), of('deposit')]).toEqual([
          sums.delivery,
          sums.service_fee,
          sums.deposit,
        ])
        const percent = policyTerms[policy][days >= 3 ? 'early' : 'late']
        expect(of('rent')).toBe(percentOf(sums.rent, percent))
        expect(refundCentavos).toBe(back.reduce((sum, line) => sum + line.centavos, 0))
      }),
    )
  })
})

describe('a renter who did not come', () => {
  const kept = (policy: CancellationPolicy, pricePerDay: number, rent = 99_999) => {
    const own = lines.map((line) => (line.kind === 'rent' ? { ...line, centavos: rent } : line))
    const back = noShowLines({
      cancellationPolicy: policy,
      lines: own,
      pricePerDayCentavos: pricePerDay,
    }).reduce((sum, line) => sum + line.centavos, 0)
    return rent + 1_500 + 5_000 + 50_000 - back
  }
  test('pays what cancelling at the last moment costs, and never less than one day', () => {
    expect(kept('flexible', 33_333)).toBe(33_333)
    expect(kept('moderate', 33_333)).toBe(49_999)
    expect(kept('strict', 33_333)).toBe(99_999)
    for (const policy of cancellationPolicies) expect(kept(policy, 33_333, 33_333)).toBe(33_333)
  })
})
