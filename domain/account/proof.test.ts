import { describe, expect, it } from 'vitest'
import { isProofRecent } from './proof.ts'
import { proofForm } from './proof-form.ts'

describe('a proof of who someone is', () => {
  const now = new Date('2026-11-21T08:00:00Z')
  it.each([
    ['now', 0, true],
    ['14 minutes and 59 seconds ago', 899, true],
    ['15 minutes ago', 900, false],
    ['half a minute ahead, as clocks of machines differ', -30, true],
    ['a day ahead, as a clock was moved', -86_400, false],
  ])('given %s', (_, seconds, recent) => {
    expect(isProofRecent(new Date(now.getTime() - seconds * 1000), now)).toBe(recent)
  })

  it('never given is none', () => expect(isProofRecent(undefined, now)).toBe(false))

  it('is a password or a code', () => {
    expect(proofForm.safeParse({}).success).toBe(false)
    expect(proofForm.safeParse({ password: '', code: '' }).success).toBe(false)
    expect(proofForm.parse({ password: ' x ', code: '' })).toEqual({ password: ' x ', code: '' })
    expect(proofForm.parse({ password: '', code: ' 123456 ' })).toEqual({ password: '', code: '123456' })
  })
})
