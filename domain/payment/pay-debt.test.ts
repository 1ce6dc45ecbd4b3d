import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditorOf, decideReceiving } from '../debt/debt.ts'
import { decidePayingDebt } from './pay-debt.ts'

const now = new Date('2026-11-21T02:15:00Z')
const provider = { channels: ['gcash', 'card'], minimumCentavos: 2_000 }
const debt = {
  ...({ cause: 'late-fee', owedBy: 'renter', centavos: 50_000, settledAt: null } as const),
  paymentMethod: 'online' as const,
}
const reasonOf = (verdict: { ok: true } | { ok: false; reason: string }) =>
  verdict.ok ? 'ok' : verdict.reason

describe('what is owed is paid online', () => {
  it.each([
    ['by the renter of a rental that was paid online', {}, 'renter', 'ok'],
    ['of the smallest amount that can be paid', { centavos: 2_000 }, 'renter', 'ok'],
    ['not below that', { centavos: 1_999 }, 'renter', 'online-minimum'],
    ['not by the one who is owed', {}, 'owner', 'side'],
    ['not once it is settled', { settledAt: now }, 'renter', 'paid'],
    ['not for a rental in cash', { paymentMethod: 'cash_on_delivery' as const }, 'renter', 'cash'],
    ['not by an owner', { owedBy: 'owner' as const }, 'owner', 'cash'],
  ] as const)('%s', (_, changes, side, expected) => {
    expect(reasonOf(decidePayingDebt({ ...debt, ...changes }, side, provider, now))).toBe(expected)
  })

  it('not without a provider', () => {
    expect(reasonOf(decidePayingDebt(debt, 'renter', null, now))).toBe('online-off')
  })

  it('by every channel, as it is never refunded', () => {
    expect(decidePayingDebt(debt, 'renter', provider, now)).toEqual({ ok: true, channels: provider.channels })
  })
})

const anyDebt = fc.record({
  cause: fc.constantFrom('late-fee' as const, 'dispute' as const),
  owedBy: fc.constantFrom('owner' as const, 'renter' as const),
  centavos: fc.integer({ min: 1, max: 10_000_000 }),
  settledAt: fc.constantFrom(null, now),
  paymentMethod: fc.constantFrom('online' as const, 'cash_on_delivery' as const),
})
const anySide = fc.constantFrom('owner' as const, 'renter' as const)

it('an open debt has a way out for whoever is owed, a settled one for nobody, and no side has both', () => {
  fc.assert(
    fc.property(anyDebt, anySide, (any, side) => {
      const may = [decideReceiving(any, side).ok, decidePayingDebt(any, side, provider, now).ok]
      if (any.settledAt) expect(may).toEqual([false, false])
      else expect(may[0]).toBe(side === creditorOf(any))
      expect(may).not.toEqual([true, true])
      if (may[1]) expect([any.owedBy, any.paymentMethod, side]).toEqual(['renter', 'online', 'renter'])
    }),
  )
})
