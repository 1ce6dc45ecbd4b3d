import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { decidePassword } from './password.ts'

const ana = { email: 'ana.reyes@example.com', username: 'AnaReyes88' }
const reasonOf = (password: string, about = ana) => {
  const verdict = decidePassword(password, about)
  return verdict.ok ? 'ok' : verdict.reason
}

describe('a password', () => {
  test.each([
    'jeepney ride at dusk',
    'correcthorsebatterystaple',
    'kkkkzzzz',
    '        !',
    'ñandú-ñandú',
    '🍍🥭🍌🥥🍈🍊🍋🍉',
    'ana.reyes@example.com and more',
  ])('%j may be used, with no rule about which characters', (password) => {
    expect(reasonOf(password)).toBe('ok')
  })

  // Spec: S5.23, D6
  test('has 8 to 128 characters', () => {
    expect(reasonOf('abcdxyz')).toBe('short')
    expect(reasonOf('xy'.repeat(65))).toBe('long')
  })

  test.each([
    'password',
    'Password1',
    'PASSWORD',
    '12345678',
    'Qwerty123',
    'iloveyou',
    'ｐａｓｓｗｏｒｄ',
    'password ',
  ])('%j is a common one, in any letter case', (password) => {
    expect(reasonOf(password)).toBe('common')
  })

  test('is not the email address, nor the part before its @', () => {
    expect(reasonOf('Ana.Reyes@example.com')).toBe('email')
    expect(reasonOf('ANA.REYES')).toBe('email')
  })

  test('is not the username', () => {
    expect(reasonOf('anareyes88')).toBe('username')
  })

  test('is not the name of the site', () => {
    const verdict = decidePassword('hiram manila', { ...ana, siteName: 'Hiram Manila' })
    expect(verdict).toMatchObject({ ok: false, reason: 'site-name' })
  })

  test('the refusal says what to do', () => {
    expect(decidePassword('password', ana)).toMatchObject({
      message: 'This password is one of the first that strangers try. Please choose another.',
    })
    expect(decidePassword('anareyes88', ana)).toMatchObject({
      message: 'This is your username. Please choose a password that nobody could look up.',
    })
  })

  // Spec: D6
  test('that is one of the common ones is refused in any mix of cases', () => {
    fc.assert(
      fc.property(fc.constantFrom(...commonPasswords), fc.infiniteStream(fc.boolean()), (common, upper) => {
        const typed = [...common].map((c) => (upper.next().value ? c.toUpperCase() : c)).join('')
        expect(reasonOf(typed)).toBe('common')
      }),
    )
  })
})

test('there are at least 3,000 common passwords, all lowercase and long enough to be tried', () => {
  expect(commonPasswords.size).toBe(5000)
  for (const password of commonPasswords) {
    expect(password).toBe(password.toLowerCase())
    expect(password.length).toBeGreaterThanOrEqual(8)
  }
})
