import { describe, expect, test } from 'vitest'
import type { RefundLine } from '../book/money-line.ts'
import { refundAfterDisputes } from './after-disputes.ts'

const all: RefundLine[] = [
  { returns: 'rent', centavos: 90_000 },
  { returns: 'service_fee', centavos: 4_500 },
  { returns: 'deposit', centavos: 50_000 },
]
const none = { isSettledByDispute: false, grantedCentavos: 0 }

describe('what goes back of a rental that ends', () => {
  test('is what its action says while no dispute has settled anything', () => {
    expect(refundAfterDisputes(all, none, { reason: 'lapse' })).toEqual(all)
  })

  test('is only what is left of the deposit once a dispute has settled the rest', () => {
    const settled = { isSettledByDispute: true, grantedCentavos: 10_000 }
    expect(refundAfterDisputes(all, settled, { reason: 'lapse' })).toEqual([
      { returns: 'deposit', centavos: 40_000 },
    ])
    expect(refundAfterDisputes(all, { ...settled, grantedCentavos: 50_000 }, { reason: 'lapse' })).toEqual([])
  })

  test.each(['withdraw', 'owner-no-show', 'cancel-not-back'] as const)(
    'is everything by %s, whatever was settled before',
    (reason) => {
      const settled = { isSettledByDispute: true, grantedCentavos: 0 }
      expect(refundAfterDisputes(all, settled, { reason })).toEqual(all)
    },
  )

  test('is what a dispute left when an admin cancels, and everything once its owner is out', () => {
    const settled = { isSettledByDispute: true, grantedCentavos: 0 }
    const reason = 'cancel-by-admin' as const
    expect(refundAfterDisputes(all, settled, { reason })).toEqual(all.slice(2))
    expect(refundAfterDisputes(all, settled, { reason, ownerWasRemoved: true })).toEqual(all)
  })
})
