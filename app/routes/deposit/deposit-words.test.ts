import { describe, expect, test } from 'vitest'
import type { DepositStatus } from '#domain/deposit/deposit.ts'
import { depositWords } from './deposit-words.ts'

const depositStatus: DepositStatus = {
  is: 'claimable',
  centavos: 50_000,
  leftCentavos: 50_000,
  backCentavos: 0,
  returnableCentavos: 50_000,
  claimedCentavos: 0,
  grantedCentavos: 0,
  until: new Date('2026-11-23T02:15:00Z'),
  inCash: false,
  lateCentavos: 0,
}
const say = (changes: Partial<DepositStatus>, view: 'owner' | 'renter') =>
  depositWords({ ...depositStatus, ...changes }, view, view === 'owner' ? 'Ramon' : 'Olivia')

describe('the text about a deposit', () => {
  test('of which a part was granted and the rest can still be claimed', () => {
    const rest = { claimedCentavos: 10_000, grantedCentavos: 10_000, leftCentavos: 40_000 }
    expect(say(rest, 'owner')).toBe(
      'Of the ₱100.00 you claimed, ₱100.00 is yours. The deposit of ₱400.00 goes back on Nov 23, 2026, 10:15 AM, ' +
        'unless you claim a part of it by then.',
    )
  })

  test('while a decision about the rental can be appealed', () => {
    expect(say({ is: 'waits' }, 'renter')).toBe(
      'Your deposit of ₱500.00 stays held until the decision about this rental is final. After that it goes back to ' +
        'you, unless Olivia claims a part of it in time.',
    )
    expect(say({ is: 'waits', inCash: true, returnableCentavos: 0 }, 'owner')).toBe(
      'Please keep the deposit of ₱500.00 until the decision about this rental is final. After that you can claim a ' +
        'part of it, in the rest of your time for a claim.',
    )
  })

  test('while a decision about the rental can be appealed, and the time to claim is over', () => {
    const kept = { is: 'waits', inCash: true, returnableCentavos: 0, until: null } as const
    expect(say(kept, 'owner')).toBe(
      'Please keep the deposit of ₱500.00 until the decision about this rental is final.',
    )
    expect(say(kept, 'renter')).toBe(
      'Olivia keeps your deposit of ₱500.00 until the decision about this rental is final. After that what is left ' +
        'of it goes back to you.',
    )
  })

  test('while it is held', () => {
    expect(say({}, 'renter')).toBe(
      'Your deposit of ₱500.00 goes back to you on Nov 23, 2026, 10:15 AM, unless Olivia claims a part of it by then.',
    )
    expect(say({ inCash: true }, 'owner')).toBe(
      'You have a deposit of ₱500.00 in cash. Please hand it back, or claim a part of it until Nov ' +
        '23, 2026, 10:15 AM.',
    )
    expect(say({ is: 'due', inCash: true }, 'renter')).toBe('Olivia is to hand ₱500.00 back to you.')
    expect(say({ is: 'due', inCash: true }, 'owner')).toBe('Please hand ₱500.00 back to Ramon.')
  })

  test('once it is claimed and decided', () => {
    const claimed = { is: 'claimed', claimedCentavos: 30_000, returnableCentavos: 0 } as const
    expect(say(claimed, 'renter')).toBe(
      'Olivia claims ₱300.00 of your deposit of ₱500.00. We look at it and decide.',
    )
    expect(say({ ...claimed, inCash: true, returnableCentavos: 20_000 }, 'owner')).toBe(
      'You claim ₱300.00 of the deposit of ₱500.00. We look at it and decide. Please hand ₱200.00 back to Ramon.',
    )
    expect(say({ ...claimed, is: 'decided', grantedCentavos: 10_000 }, 'owner')).toBe(
      'Of the ₱300.00 you claimed, ₱100.00 is yours.',
    )
  })

  test('without white space before or after', () => {
    for (const is of ['ahead', 'out', 'claimable', 'due', 'claimed', 'decided', 'back'] as const)
      for (const view of ['owner', 'renter'] as const)
        for (const inCash of [true, false]) {
          const text = say({ is, inCash }, view)
          expect(text).toBe(text.trim())
          expect(text).toMatch(/\.$/)
        }
  })
})
