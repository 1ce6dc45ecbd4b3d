import { describe, expect, test } from 'vitest'
import {
  claimableUntil,
  decideClaim,
  decideReturn,
  depositReturnDay,
  depositStatusOf,
  isClaimed,
} from './deposit.ts'

const completedAt = new Date('2026-11-21T02:00:00Z')
const held = {
  completedAt,
  leftCentavos: 50_000,
  claimed: false,
  openClaimCentavos: 0,
  inCash: false,
} as const
const soon = new Date('2026-11-22T02:00:00Z')
const after = new Date('2026-11-23T02:00:01Z')

describe('a deposit', () => {
  test('can be claimed in part for 48 hours after the return', () => {
    expect(claimableUntil(completedAt)).toEqual(new Date('2026-11-23T02:00:00Z'))
    expect(decideClaim(held, 1, soon).ok).toBe(true)
    expect(decideClaim(held, 50_000, claimableUntil(completedAt)).ok).toBe(true)
    expect(decideClaim(held, 50_000, after)).toMatchObject({
      reason: 'late',
      message: 'A claim was possible until Nov 23, 2026, 10:00 AM.',
    })
    for (const centavos of [0, -1, 50_001, 0.5, NaN])
      expect(decideClaim(held, centavos, soon)).toMatchObject({ reason: 'amount' })
  })

  test('goes back automatically once nobody can claim it, and at once when the owner returns it', () => {
    expect(decideReturn(held, 'system', soon)).toMatchObject({ reason: 'early' })
    expect(decideReturn(held, 'system', after)).toEqual({ ok: true, centavos: 50_000 })
    expect(decideReturn(held, 'owner', soon)).toEqual({ ok: true, centavos: 50_000 })
    expect(decideReturn(held, 'renter', soon)).toMatchObject({ reason: 'side' })
    expect(depositReturnDay('2026-11-24')).toBe('2026-11-26')
  })

  test('in cash is handed back by its owner, and either person records it; the system can’t', () => {
    const cash = { ...held, inCash: true }
    expect(decideReturn(cash, 'owner', soon)).toEqual({ ok: true, centavos: 50_000 })
    expect(decideReturn(cash, 'renter', after)).toEqual({ ok: true, centavos: 50_000 })
    expect(decideReturn(cash, 'system', after)).toMatchObject({ reason: 'cash' })
  })

  test('in cash goes back except what is claimed, which follows after the decision', () => {
    const claimed = { ...held, inCash: true, claimed: true, openClaimCentavos: 30_000 }
    expect(decideReturn(claimed, 'owner', soon)).toEqual({ ok: true, centavos: 20_000 })
    expect(decideReturn({ ...claimed, leftCentavos: 30_000 }, 'owner', soon)).toMatchObject({
      reason: 'claimed',
    })
    expect(decideReturn({ ...claimed, leftCentavos: 10_000, openClaimCentavos: 0 }, 'renter', after)).toEqual(
      {
        ok: true,
        centavos: 10_000,
      },
    )
  })

  test('that is claimed can be claimed again once that is decided, while the rest of it waits to go back', () => {
    const dueAt = after
    const [open, decided] = [{ grantedCentavos: null }, { grantedCentavos: 10_000 }]
    expect(isClaimed(null, { completedAt, dueAt })).toBe(false)
    expect(isClaimed(open, { completedAt, dueAt })).toBe(true)
    expect(isClaimed(decided, { completedAt, dueAt })).toBe(false)
    expect(isClaimed(decided, { completedAt: null, dueAt: null })).toBe(true)
    expect(isClaimed(decided, { completedAt, dueAt: null })).toBe(true)
  })

  test.each([
    ['status', { ...held, completedAt: null }],
    ['claimed', { ...held, claimed: true }],
    ['deposit', { ...held, leftCentavos: 0 }],
  ] as const)('is neither claimed nor returned for this reason: %s', (reason, deposit) => {
    expect(decideClaim(deposit, 1, soon)).toMatchObject({ reason })
    expect(decideReturn(deposit, 'owner', soon)).toMatchObject({ reason })
  })
})

describe('the status of a deposit', () => {
  const deposit = { kind: 'deposit', centavos: 50_000 } as const
  const back = (centavos: number) => ({ kind: 'refund', returns: 'deposit', centavos: -centavos }) as const
  const facts = {
    status: 'Completed',
    statusChangedAt: completedAt,
    paymentMethod: 'online',
    orderStatus: 'confirmed',
    lines: [{ kind: 'rent', centavos: 100_000 }, deposit],
    claim: null,
  } as const
  const cash = { ...facts, paymentMethod: 'cash_on_delivery' } as const
  const claim = { centavos: 30_000, grantedCentavos: null, grantedBefore: 0 }

  test.each([
    ['ahead', { ...facts, status: 'Approved' }, soon],
    ['out', { ...facts, status: 'Active' }, soon],
    ['claimable', facts, soon],
    ['due', facts, after],
    ['back', { ...facts, lines: [deposit, back(50_000)] }, soon],
    ['claimed', { ...facts, lines: [deposit, back(20_000)], claim }, after],
    ['decided', { ...facts, claim: { ...claim, grantedCentavos: 0 } }, after],
  ] as const)('%s', (is, rental, now) => {
    expect(depositStatusOf(rental, now)).toMatchObject({ is, centavos: 50_000 })
  })

  test.each([
    ['nowhere without one', { ...facts, lines: [{ kind: 'rent', centavos: 1 }] }],
    ['nowhere while it is not paid', { ...facts, status: 'Pending', orderStatus: 'awaiting_payment' }],
    [
      'nowhere once it went back with the rest',
      { ...facts, status: 'Cancelled', lines: [deposit, back(50_000)] },
    ],
  ] as const)('%s', (_, rental) => {
    expect(depositStatusOf(rental, soon)).toBeNull()
  })

  test('its owner can return all of it online, and in cash what is neither claimed nor granted', () => {
    const left = (rental: Parameters<typeof depositStatusOf>[0], now = soon) =>
      depositStatusOf(rental, now)!.returnableCentavos
    expect(left(facts)).toBe(50_000)
    expect(left({ ...facts, status: 'Active' })).toBe(0)
    expect(left({ ...facts, claim })).toBe(0)
    expect(left(cash, after)).toBe(50_000)
    expect(left({ ...cash, claim })).toBe(20_000)
    expect(left({ ...cash, lines: [deposit, back(20_000)], claim })).toBe(0)
    expect(
      left({ ...cash, lines: [deposit, back(20_000)], claim: { ...claim, grantedCentavos: 10_000 } }),
    ).toBe(20_000)
    expect(left({ ...cash, claim: { ...claim, grantedCentavos: 30_000 } })).toBe(20_000)
  })

  test('in cash that nobody claimed in time is kept while a decision about the rental can be appealed', () => {
    const cash = { ...facts, paymentMethod: 'cash_on_delivery', depositDueAt: null, isDecided: true } as const
    expect(depositStatusOf(cash, after)).toMatchObject({ is: 'waits', returnableCentavos: 0, until: null })
    expect(depositStatusOf({ ...cash, isDecided: false }, after)).toMatchObject({
      is: 'due',
      returnableCentavos: 50_000,
    })
    expect(depositStatusOf({ ...cash, claim }, after)).toMatchObject({
      is: 'claimed',
      returnableCentavos: 20_000,
    })
    const granted = { ...claim, grantedCentavos: 10_000 }
    expect(depositStatusOf({ ...cash, claim: granted }, after)).toMatchObject({ returnableCentavos: 0 })
  })

  test('of which more is claimed later holds less: what was granted before is gone', () => {
    const more = { centavos: 30_000, grantedCentavos: null, grantedBefore: 20_000 }
    expect(depositStatusOf({ ...cash, claim: more }, soon)).toMatchObject({
      is: 'claimed',
      leftCentavos: 30_000,
      claimedCentavos: 10_000,
      grantedCentavos: 20_000,
      returnableCentavos: 20_000,
    })
  })
})
