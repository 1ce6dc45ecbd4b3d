import { describe, expect, it } from 'vitest'
import { asConfirmer, asMoneyAdmin } from '../access.ts'
import type { User } from '../actor.ts'
import { decideProposal, proposalDecisions, subjectOf } from './proposal.ts'

const open = { proposedBy: 'a', isProposerAdmin: true, decision: null }

describe('a proposal', () => {
  it.each([
    ['confirmed', 'a', 'own'],
    ['confirmed', 'b', true],
    ['declined', 'a', 'own'],
    ['declined', 'b', true],
    ['withdrawn', 'a', true],
    ['withdrawn', 'b', 'theirs'],
  ] as const)('of admin a is %s by admin %s: %s', (decision, adminId, expected) => {
    const verdict = decideProposal(open, { adminId, decision })
    expect(verdict.ok || verdict.reason).toBe(expected)
  })

  it.each([
    ['confirmed', 'b', 'gone'],
    ['declined', 'b', true],
    ['withdrawn', 'a', true],
  ] as const)('of one who is no longer an admin for money is %s by %s: %s', (decision, adminId, expected) => {
    const verdict = decideProposal({ ...open, isProposerAdmin: false }, { adminId, decision })
    expect(verdict.ok || verdict.reason).toBe(expected)
  })

  it('is decided on once, and says what was decided', () => {
    for (const decision of proposalDecisions)
      for (const adminId of ['a', 'b'])
        expect(decideProposal({ ...open, decision: 'declined' }, { adminId, decision })).toEqual({
          ok: false,
          reason: 'decided',
          message: 'This was declined already. Nothing was changed.',
        })
  })

  it('is about a reference, a payout or a refund', () => {
    const paidOn = '2026-11-21'
    const payout = { direction: 'from_provider', amount: 1, reference: 'BDO 1', paidOn } as const
    expect(subjectOf({ kind: 'payout', payload: payout })).toBe('payout BDO 1')
    expect(subjectOf({ kind: 'reversal', payload: { payoutId: 'p', reason: 'x' } })).toBe('reversal p')
    expect(subjectOf({ kind: 'refund', payload: { refundId: 'r', proof: 'x', paidOn } })).toBe('refund r')
  })
})

describe('by whom a movement of money takes effect', () => {
  const luz: User = {
    kind: 'user',
    id: 'luz',
    role: 'admin',
    adminArea: 'money',
    firstName: 'Luz',
    lastName: 'Cruz',
    email: 'luz@example.com',
    picture: null,
  }
  const gate = asMoneyAdmin(luz)
  const admin = gate.ok ? gate.admin : undefined!

  it.each([
    [false, 'luz', true],
    [false, 'mara', true],
    [true, 'mara', true],
    [true, 'luz', 'own'],
  ] as const)('with four eyes %s, of a proposal of %s: %s', (fourEyes, proposedBy, expected) => {
    const verdict = asConfirmer(admin, { fourEyes, proposedBy })
    expect(verdict.ok || verdict.reason).toBe(expected)
    if (verdict.ok) expect(verdict.confirmer).toEqual({ ...luz, proposedBy })
  })
})
