import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rentalStatuses } from '../status.ts'
import { decideGoodwill, goodwillLeft, type GoodwillRental } from './goodwill.ts'

const paid = [
  { kind: 'rent', centavos: 99_999 },
  { kind: 'service_fee', centavos: 5_000 },
  { kind: 'delivery', centavos: 1_500 },
  { kind: 'deposit', centavos: 200_000 },
] as const
/** Cancelled late under a moderate policy: ₱2,565.00 of ₱3,064.99 are back. */
const back = [
  { kind: 'refund', returns: 'rent', centavos: -50_000 },
  { kind: 'refund', returns: 'service_fee', centavos: -5_000 },
  { kind: 'refund', returns: 'delivery', centavos: -1_500 },
  { kind: 'refund', returns: 'deposit', centavos: -200_000 },
] as const
const rental: GoodwillRental = {
  status: 'Cancelled',
  orderStatus: 'confirmed',
  isDisputed: false,
  money: {
    lines: [...paid, ...back],
    grantedBefore: 0,
    lateCentavos: 0,
    lateOpenCentavos: 0,
    inCash: false,
    ownerAsked: null,
    renterAsked: null,
    goodwillGiven: { renter: 0, owner: 0 },
  },
  isDeleted: { renter: false, owner: false },
}
const pay = (centavos: number, changes: Partial<GoodwillRental> = {}, to: 'renter' | 'owner' = 'renter') => {
  const verdict = decideGoodwill({ ...rental, ...changes }, { to, centavos })
  return verdict.ok ? 'ok' : verdict.reason
}

describe('a goodwill payment outside a dispute', () => {
  it('is at most what was paid and is not back: ₱499.99 of ₱3,064.99 of which ₱2,565.00 are back', () => {
    expect([0, -1, 0.5, 49_999, 50_000].map((centavos) => pay(centavos))).toEqual([
      ...['over', 'over', 'over', 'ok', 'over'],
    ])
  })

  it('counts what was given before, to each side for itself', () => {
    const money = { ...rental.money, goodwillGiven: { renter: 49_000, owner: 306_000 } }
    expect(pay(999, { money })).toBe('ok')
    expect(pay(1_000, { money })).toBe('over')
    expect(pay(499, { money }, 'owner')).toBe('ok')
    expect(pay(500, { money }, 'owner')).toBe('over')
  })

  it('leaves the deposit that may still go back', () => {
    const money = { ...rental.money, lines: paid }
    expect(pay(106_499, { status: 'Completed', money })).toBe('ok')
    expect(pay(106_500, { status: 'Completed', money })).toBe('over')
  })

  it('is made once the rental has ended, was paid, and no dispute is open', () => {
    const possible = rentalStatuses.filter((status) => pay(1, { status }) === 'ok')
    expect(possible.sort()).toEqual(['Cancelled', 'Completed', 'Rejected'])
    expect(pay(1, { orderStatus: 'awaiting_payment' })).toBe('unpaid')
    expect(pay(1, { orderStatus: 'expired' })).toBe('unpaid')
    expect(pay(1, { isDisputed: true })).toBe('contested')
  })

  it('goes in cash only to the owner', () => {
    const money = { ...rental.money, lines: paid, inCash: true }
    expect(pay(1, { money, status: 'Completed' })).toBe('cash')
    expect(pay(1, { money, status: 'Completed' }, 'owner')).toBe('ok')
  })

  it('is not made to somebody whose account is deleted', () => {
    const isDeleted = { renter: false, owner: true }
    expect([pay(1, { isDeleted }), pay(1, { isDeleted }, 'owner')]).toEqual(['ok', 'deleted'])
    expect(goodwillLeft({ ...rental, isDeleted }, 'owner')).toBe(0)
  })

  it('however often it is made, the renter never gets more than they paid', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 20 }), (amounts) => {
        const given = { renter: 0, owner: 0 }
        for (const centavos of amounts)
          if (pay(centavos, { money: { ...rental.money, goodwillGiven: given } }) === 'ok')
            given.renter += centavos
        expect(given.renter).toBeLessThanOrEqual(49_999)
        const money = { ...rental.money, goodwillGiven: given }
        expect(goodwillLeft({ ...rental, money }, 'renter')).toBe(49_999 - given.renter)
      }),
    )
  })
})
