import fc from 'fast-check'
import { expect, test } from 'vitest'
import { periodOf } from '../period.ts'
import { decideObjection, decideWaive, isDue, noLateFee, splitFee, type StoredLateFee } from './late-fee.ts'

const at = new Date('2026-11-26T07:00:00Z')
const hours = (n: number) => new Date(at.getTime() + n * 3_600_000)
const rental = { period: periodOf('2026-11-21', 3), pricePerDayCentavos: 33_333 }
const fixed = (changes: Partial<NonNullable<StoredLateFee['fixed']>> = {}): StoredLateFee => ({
  waived: 0,
  fixed: {
    days: 3,
    centavos: 99_999,
    depositCentavos: 99_999,
    at,
    dueAt: hours(48),
    objectedAt: null,
    settledAt: null,
    ...changes,
  },
})
const waive = (fee: StoredLateFee, waived: number | 'all', status: 'Active' | 'Completed' = 'Completed') =>
  decideWaive({ ...rental, status, fee }, waived, at)

test('the deposit pays a late fee first, and the rest is owed between the two', () => {
  expect(splitFee(233_331, 200_000)).toEqual({ depositCentavos: 200_000, owedCentavos: 33_331 })
  expect(splitFee(99_999, 200_000)).toEqual({ depositCentavos: 99_999, owedCentavos: 0 })
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (fee, held) => {
      const { depositCentavos, owedCentavos } = splitFee(fee, held)
      expect(depositCentavos + owedCentavos).toBe(fee)
      expect(depositCentavos).toBeLessThanOrEqual(held)
    }),
  )
})

test('an owner waives a part or all of it while it runs and until it is settled', () => {
  expect(waive(noLateFee, 'all', 'Active')).toEqual({ ok: true, waived: 'all' })
  expect(waive(noLateFee, 99_999, 'Active')).toEqual({ ok: true, waived: 99_999 })
  expect(waive(noLateFee, 100_000, 'Active')).toMatchObject({ reason: 'amount' })
  expect(waive({ ...fixed(), waived: 10_000 }, 5_000)).toEqual({ ok: true, waived: 15_000 })
  for (const wrong of [0, -1, 1.5, 100_000]) expect(waive(fixed(), wrong)).toMatchObject({ reason: 'amount' })
  expect(waive(noLateFee, 'all')).toMatchObject({ reason: 'status' })
  expect(waive(fixed({ settledAt: at }), 'all')).toMatchObject({ reason: 'decided' })
  const early = decideWaive(
    { ...rental, status: 'Active', fee: noLateFee },
    'all',
    new Date('2026-11-23T10:00:00Z'),
  )
  expect(early).toMatchObject({ reason: 'status' })
})

test('a renter objects once, within 48 hours of the return', () => {
  expect(decideObjection(fixed(), hours(47.9))).toEqual({ ok: true, days: 3, centavos: 99_999 })
  expect(decideObjection(fixed(), hours(48))).toMatchObject({ reason: 'late' })
  // A dispute was decided meanwhile: the rest of the 48 hours began when it was over.
  expect(decideObjection(fixed({ dueAt: hours(100) }), hours(99))).toMatchObject({ ok: true })
  expect(decideObjection(fixed({ objectedAt: at, settledAt: at }), at)).toMatchObject({ reason: 'answered' })
  expect(decideObjection(fixed({ settledAt: at }), at)).toMatchObject({ reason: 'decided' })
  expect(decideObjection(noLateFee, at)).toMatchObject({ reason: 'status' })
})

test('it is taken when it is due, once', () => {
  expect(isDue(fixed(), hours(47.9))).toBe(false)
  expect(isDue(fixed(), hours(48))).toBe(true)
  expect(isDue(fixed({ dueAt: null, settledAt: at }), hours(99))).toBe(false)
  expect(isDue(noLateFee, at)).toBe(false)
})
