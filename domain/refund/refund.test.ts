import { describe, expect, test } from 'vitest'
import { refundableAfter, refundOf, takesRefundAfter, whyByHand } from './refund.ts'
import { centavosOf } from '../book/money-line.ts'

const lines = [
  { kind: 'rent', centavos: 30_000 },
  { kind: 'delivery', centavos: 0 },
  { kind: 'service_fee', centavos: 1_500 },
  { kind: 'deposit', centavos: 20_000 },
] as const

describe('the refund of a rental', () => {
  test('has every line with an amount', () => {
    expect(refundOf(lines)).toEqual([
      { returns: 'rent', centavos: 30_000 },
      { returns: 'service_fee', centavos: 1_500 },
      { returns: 'deposit', centavos: 20_000 },
    ])
  })

  test('is reduced by the rent that is kept', () => {
    expect(refundOf(lines, { keepRent: 10_000 })[0]).toEqual({ returns: 'rent', centavos: 20_000 })
    expect(refundOf(lines, { keepRent: 30_000 }).map(({ returns }) => returns)).toEqual([
      'service_fee',
      'deposit',
    ])
  })

  test('has only amounts that were not refunded before', () => {
    const after = [...lines, { kind: 'refund', returns: 'deposit', centavos: -15_000 } as const]
    expect(centavosOf(after, 'deposit')).toBe(5_000)
    expect(refundOf(after).at(-1)).toEqual({ returns: 'deposit', centavos: 5_000 })
    const all = [...after, { kind: 'refund', returns: 'deposit', centavos: -5_000 } as const]
    expect(refundOf(all).map(({ returns }) => returns)).toEqual(['rent', 'service_fee'])
  })
})

describe('the way of a refund', () => {
  test.each([
    ['card', 59, true],
    ['card', 60, false],
    ['gcash', 179, true],
    ['gcash', 180, false],
    ['paymaya', 364, true],
    ['dob', 30, false],
    ['qrph', 0, false],
    ['dob_ubp', 0, false],
    ['shopee_pay', 0, false],
    ['brankas_bdo', 0, false],
    ['brankas_landbank', 0, false],
    ['brankas_metrobank', 0, false],
    ['something-new', 0, false],
  ])('%s after %i days is by the provider: %s', (channel, days, by) => {
    expect(refundableAfter(channel, days)).toBe(by)
  })

  test('is by hand where the provider would refund the merchant, as its success says nothing of the renter', () => {
    const paidAt = new Date('2026-11-21T00:00:00Z')
    expect(takesRefundAfter('brankas_bdo', 29)).toBe(true)
    expect(whyByHand({ channel: 'brankas_bdo', paidAt }, 5_000, paidAt)).toBe(
      'The provider would refund this payment method to us, not to the renter.',
    )
    expect(whyByHand({ channel: 'qrph', paidAt }, 5_000, paidAt)).toBe(
      'This payment method takes no refunds through the provider.',
    )
  })

  test('is by hand below ₱1.00, the provider’s minimum', () => {
    const paidAt = new Date('2026-11-21T00:00:00Z')
    expect(whyByHand({ channel: 'gcash', paidAt }, 99, paidAt)).toMatch(/less than/)
    expect(whyByHand({ channel: 'gcash', paidAt }, 100, paidAt)).toBe(null)
    expect(whyByHand({ channel: 'card', paidAt }, 100, new Date('2027-01-20T00:00:01Z'))).toMatch(/too old/)
  })
})
