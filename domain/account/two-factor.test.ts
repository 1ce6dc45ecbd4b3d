import { describe, expect, it } from 'vitest'
import { asksSecondFactor, secondFactorForm, isAppCode, plainCode } from './two-factor.ts'

describe('a typed code', () => {
  it.each([
    ['123456', '123456', true],
    [' 123 456 ', '123456', true],
    ['ABCDE-fghjk', 'abcdefghjk', false],
    ['12345', '12345', false],
    ['１２３４５６', '１２３４５６', false],
  ])('%s is read as %s', (typed, plain, isApp) => {
    expect(plainCode(typed)).toBe(plain)
    expect(isAppCode(plain)).toBe(isApp)
  })

  it('has to be there, and is not long', () => {
    expect(secondFactorForm.safeParse({ code: '  ' }).success).toBe(false)
    expect(secondFactorForm.safeParse({ code: '1'.repeat(41) }).success).toBe(false)
  })
})

describe('a right password alone opens no session', () => {
  const at = new Date('2026-11-21T08:00:00Z')
  it.each([
    ['renter', at, false, false, true],
    ['renter', null, true, true, false],
    ['admin', null, true, true, true],
    ['admin', null, true, false, false],
    ['admin', null, false, true, false],
  ] as const)(
    '%s, app %s, passkey %s, required %s: %s',
    (role, twoFactorAt, hasPasskey, isRequired, asks) => {
      expect(asksSecondFactor({ role, twoFactorAt, hasPasskey }, { isRequired })).toBe(asks)
    },
  )
})
