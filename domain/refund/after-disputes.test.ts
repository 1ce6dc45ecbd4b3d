import { describe, expect, test } from 'vitest'
import type { MoneyLine, RefundLine } from '../book/money-line.ts'
import { refundAfterDisputes } from './after-disputes.ts'

const paid: MoneyLine[] = [
  { kind: 'rent', centavos: 90_000 },
  { kind: 'service_fee', centavos: 4_500 },
  { kind: 'deposit', centavos: 50_000 },
]
const all: RefundLine[] = [
  { returns: 'rent', centavos: 90_000 },
  { returns: 'service_fee', centavos: 4_500 },
  { returns: 'deposit', centavos: 50_000 },
]
const none = { isSettled: false, grantedCentavos: 0 }
const facts = { lines: paid, goodwill: 0, reason: 'lapse' as const }

describe('what goes back of a rental that ends', () => {
  test('is what its action says while no dispute has settled anything', () => {
    expect(refundAfterDisputes(all, none, facts)).toEqual(all)
  })

  test('is only what is left of the deposit once a dispute has settled the rest', () => {
    const settled = { isSettled: true, grantedCentavos: 10_000 }
    expect(refundAfterDisputes(all, settled, facts)).toEqual([{ returns: 'deposit', centavos: 40_000 }])
    expect(refundAfterDisputes(all, { ...settled, grantedCentavos: 50_000 }, facts)).toEqual([])
  })

  test.each(['withdraw', 'owner-no-show', 'cancel-not-back'] as const)(
    'is everything by %s, whatever was settled before',
    (reason) => {
      const settled = { isSettled: true, grantedCentavos: 0 }
      expect(refundAfterDisputes(all, settled, { ...facts, reason })).toEqual(all)
    },
  )

  test('is with a goodwill payment never more than was paid', () => {
    expect(refundAfterDisputes(all, none, { ...facts, goodwill: 20_000 })).toEqual([
      { returns: 'rent', centavos: 74_500 },
      { returns: 'deposit', centavos: 50_000 },
    ])
    const half: RefundLine[] = [{ returns: 'rent', centavos: 45_000 }]
    expect(refundAfterDisputes(half, none, { ...facts, goodwill: 20_000 })).toEqual(half)
  })
})
