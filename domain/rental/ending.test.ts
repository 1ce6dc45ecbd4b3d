import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DisputedMoney } from '../dispute/award.ts'
import { decideEnding, type MoneyAndDisputes, type AdminEnding } from './ending.ts'
import {
  type RefundChoice,
  choicesOf,
  lifecycle,
  type RentalAction,
  type RentalDecision,
} from './lifecycle.ts'

/** The tent of ₱3,064.99: rent ₱999.99, fee ₱50.00, delivery ₱15.00, deposit ₱2,000.00. */
const lines = [
  { kind: 'rent', centavos: 99_999 },
  { kind: 'service_fee', centavos: 5_000 },
  { kind: 'delivery', centavos: 1_500 },
  { kind: 'deposit', centavos: 200_000 },
] as const
const money: DisputedMoney = {
  lines,
  grantedBefore: 0,
  lateCentavos: 0,
  lateOpenCentavos: 0,
  inCash: false,
  ownerAsked: null,
  renterAsked: null,
  goodwillGiven: { renter: 0, owner: 0 },
}
const facts: MoneyAndDisputes = { money, isDisputed: false, isSettledByDispute: false }
const decision = (action: RentalAction): RentalDecision => {
  const rule = lifecycle[action]
  return {
    action,
    from: rule.from[0]!,
    to: rule.to,
    notifies: rule.notifies,
    refund: 'refund' in rule ? rule.refund : null,
  }
}
const end = (action: RentalAction, ending: AdminEnding = {}, changes: Partial<MoneyAndDisputes> = {}) =>
  decideEnding(decision(action), ending, { ...facts, ...changes })
const why = { reason: 'They agreed by phone.' }
const outcome = (verdict: ReturnType<typeof end>) => (verdict.ok ? verdict.decision.refund : verdict.reason)

describe('an admin who ends a rental', () => {
  it('needs no reason for what the button did before: all back, and nothing of a returned one', () => {
    expect(outcome(end('cancel-by-admin'))).toBe('all')
    expect(outcome(end('end-by-admin'))).toBeNull()
    expect(outcome(end('end-by-admin', { refund: 'nothing' }))).toBeNull()
  })

  it.each<[RentalAction, RefundChoice, unknown]>([
    ['cancel-by-admin', 'policy', 'policy'],
    ['cancel-by-admin', 'no-show', 'no-show'],
    ['end-by-admin', 'rent', { rentCentavos: 106_499 }],
    ['end-lost-by-admin', 'rent', { rentCentavos: 106_499 }],
    ['end-lost-by-admin', 'nothing', null],
  ])('%s with the choice %s needs a reason, and gives back %o', (action, refund, back) => {
    expect(outcome(end(action, { refund }))).toBe('incomplete')
    expect(outcome(end(action, { refund, ...why }))).toEqual(back)
  })

  it('gives back a part between ₱0.01 and all but the deposit, less what is back', () => {
    const part = (amountCentavos: number | null, of = money) =>
      outcome(end('end-by-admin', { refund: 'part', amountCentavos, ...why }, { money: of }))
    expect([null, 0, 106_500, 1.5].map((centavos) => part(centavos))).toEqual(Array(4).fill('amount'))
    expect(part(106_499)).toEqual({ rentCentavos: 106_499 })
    const given = { ...money, goodwillGiven: { renter: 100_000, owner: 0 } }
    expect(part(6_500, given)).toBe('amount')
    expect(part(6_499, given)).toEqual({ rentCentavos: 6_499 })
    expect(outcome(end('end-by-admin', { refund: 'nothing', amountCentavos: 5 }))).toBe('amount')
  })

  it('chooses only what belongs to the action', () => {
    expect(outcome(end('cancel-by-admin', { refund: 'part', ...why }))).toBe('refund')
    expect(outcome(end('end-by-admin', { refund: 'all', ...why }))).toBe('refund')
    expect(outcome(end('undo-complete', { refund: 'all', ...why }))).toBe('refund')
    expect(outcome(end('undo-complete', why))).toBeNull()
  })

  it('leaves the money to an open dispute, and may only note a return beside it', () => {
    const open = { isDisputed: true }
    expect(outcome(end('cancel-by-admin', why, open))).toBe('contested')
    expect(outcome(end('end-lost-by-admin', why, open))).toBe('contested')
    expect(outcome(end('end-by-admin', { refund: 'rent', ...why }, open))).toBe('contested')
    expect(outcome(end('end-by-admin', why, open))).toBeNull()
    expect(outcome(end('reject-by-admin', why, open))).toBe('all')
  })

  it('chooses nothing in cash, nor after a dispute that moved money', () => {
    const choice = { refund: 'policy', ...why } as const
    expect(outcome(end('cancel-by-admin', choice, { money: { ...money, inCash: true } }))).toBe('cash')
    expect(outcome(end('cancel-by-admin', choice, { isSettledByDispute: true }))).toBe('decided')
    expect(outcome(end('cancel-by-admin', why, { isSettledByDispute: true }))).toBe('all')
  })

  it('never gives back more than was paid besides the deposit and not given back', () => {
    const actions: RentalAction[] = ['end-by-admin', 'end-lost-by-admin']
    fc.assert(
      fc.property(
        fc.record({
          action: fc.constantFrom(...actions),
          refund: fc.constantFrom(...choicesOf('end-by-admin')!),
          amountCentavos: fc.option(fc.integer({ min: -5, max: 400_000 })),
          back: fc.nat({ max: 99_999 }),
          given: fc.nat({ max: 300_000 }),
        }),
        ({ action, refund, amountCentavos, back, given }) => {
          const left = [...lines, { kind: 'refund', returns: 'rent', centavos: -back } as const]
          const of = { ...money, lines: left, goodwillGiven: { renter: given, owner: 0 } }
          const verdict = end(action, { refund, amountCentavos, ...why }, { money: of })
          if (!verdict.ok || verdict.decision.refund === null) return
          const { rentCentavos } = verdict.decision.refund as { rentCentavos: number }
          expect(rentCentavos).toBeGreaterThan(0)
          expect(rentCentavos + back).toBeLessThanOrEqual(106_499)
          expect(rentCentavos + back + given).toBeLessThanOrEqual(106_499)
        },
      ),
    )
  })
})
