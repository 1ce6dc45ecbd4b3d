import { describe, expect, test } from 'vitest'
import { claimableUntil, decideClaim, decideReturn, depositReturnDay } from './deposit.ts'

const completedAt = new Date('2026-11-21T02:00:00Z')
const held = { status: 'Completed', completedAt, heldCentavos: 50_000, claimed: false } as const
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
    for (const centavos of [0, -1, 50_001])
      expect(decideClaim(held, centavos, soon)).toMatchObject({ reason: 'amount' })
  })

  test('goes back by itself once nobody can claim it, and at once when the owner says so', () => {
    expect(decideReturn(held, 'system', soon)).toMatchObject({ reason: 'early' })
    expect(decideReturn(held, 'system', after).ok).toBe(true)
    expect(decideReturn(held, 'owner', soon).ok).toBe(true)
    expect(depositReturnDay('2026-11-24')).toBe('2026-11-26')
  })

  test.each([
    ['status', { ...held, status: 'Active', completedAt: null }],
    ['claimed', { ...held, claimed: true }],
    ['deposit', { ...held, heldCentavos: 0 }],
  ] as const)('is neither claimed nor returned when that is the matter: %s', (reason, deposit) => {
    expect(decideClaim(deposit, 1, soon)).toMatchObject({ reason })
    expect(decideReturn(deposit, 'owner', soon)).toMatchObject({ reason })
  })
})
