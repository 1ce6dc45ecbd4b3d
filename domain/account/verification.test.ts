import { expect, it } from 'vitest'
import { decideVerification } from './verification.ts'

it.each([
  ['unverified', 'verified', true],
  ['unverified', 'rejected', true],
  ['verified', 'rejected', true],
  ['rejected', 'verified', true],
  ['verified', 'verified', false],
  ['rejected', 'rejected', false],
] as const)('from %s an admin decides %s: %s', (verificationStatus, decision, ok) => {
  expect(decideVerification({ verificationStatus, deletedAt: null }, decision).ok).toBe(ok)
})

it('a deleted user can’t be verified or rejected', () => {
  const verdict = decideVerification({ verificationStatus: 'unverified', deletedAt: new Date(0) }, 'verified')
  expect(verdict).toMatchObject({ ok: false, reason: 'deleted' })
})
