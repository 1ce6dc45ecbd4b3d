import { describe, expect, test } from 'vitest'
import { readForm } from '../form.ts'
import { profileForm } from './profile-form.ts'
import { signUpForm } from './sign-up.ts'

const ana = {
  role: 'renter',
  firstName: 'Ana',
  lastName: 'Reyes',
  email: 'ana@example.com',
  username: 'ana.reyes',
  password: 'jeepney ride at dusk',
  confirmPassword: 'jeepney ride at dusk',
}

function read(changes: Partial<Record<keyof typeof ana, string>>) {
  const data = new FormData()
  for (const [name, value] of Object.entries({ ...ana, ...changes })) data.append(name, value)
  return readForm(signUpForm, data)
}
const errorsOf = (changes: Partial<Record<keyof typeof ana, string>>) => {
  const reading = read(changes)
  return reading.ok ? {} : reading.errors
}

describe('signing up', () => {
  test('tidies names and the email address, and keeps the password as typed', () => {
    expect(
      read({
        firstName: ' Ma.  Luisa ',
        email: ' Ana@Example.com',
        password: ' a b  c d ',
        confirmPassword: ' a b  c d ',
      }),
    ).toEqual({
      ok: true,
      value: { ...ana, firstName: 'Ma. Luisa', password: ' a b  c d ', confirmPassword: ' a b  c d ' },
    })
  })

  // Spec: S5.2, S5.3
  test('needs every field, and says all at once', () => {
    expect(readForm(signUpForm, new FormData())).toEqual({
      ok: false,
      values: {},
      errors: {
        firstName: 'First name is required.',
        lastName: 'Last name is required.',
        email: 'Email is required.',
        username: 'Username is required',
        password: 'Password is required.',
        confirmPassword: 'Please type the password again.',
      },
    })
  })

  // Spec: D3
  test('makes renters, by default, and owners, and no admins', () => {
    const data = new FormData()
    for (const [name, value] of Object.entries(ana)) if (name !== 'role') data.append(name, value)
    expect(readForm(signUpForm, data)).toMatchObject({ ok: true, value: { role: 'renter' } })
    expect(errorsOf({ role: 'owner' })).toEqual({})
    expect(errorsOf({ role: 'admin' })).toEqual({
      role: 'Please choose to sign up as a renter or as an owner.',
    })
  })

  test.each([
    'Dela Cruz',
    'de los Santos',
    'Peña',
    'Sto. Domingo',
    'Reyes Jr.',
    'O’Brien',
    "D'Souza",
    'Lim-Go',
    '李',
    'Ng',
  ])('takes the name %s', (lastName) => {
    expect(read({ lastName })).toMatchObject({ ok: true, value: { lastName } })
  })

  test('takes ñ as one letter however it was typed', () => {
    expect(read({ lastName: 'Pen\u0303a' })).toMatchObject({ value: { lastName: 'Pe\u00f1a' } })
  })

  test.each(['R2D2', '<b>Ana</b>', 'ana@example.com', '...', '-', 'http://x.ph', 'Ana 😀'])(
    'refuses the name %s',
    (lastName) => {
      expect(errorsOf({ lastName })).toEqual({
        lastName: 'Last name can have letters, spaces, dots, hyphens and apostrophes.',
      })
    },
  )

  test('refuses a name with hidden characters, or of more than 80', () => {
    expect(errorsOf({ firstName: 'Ana\u202e' }).firstName).toContain('invisible or control characters')
    expect(errorsOf({ firstName: 'ñ'.repeat(80) })).toEqual({})
    expect(errorsOf({ firstName: 'ñ'.repeat(81) })).toEqual({
      firstName: 'First name can have at most 80 characters. It has 81.',
    })
  })

  test('takes usernames of 3 to 40 letters, digits, dots, underscores and hyphens', () => {
    expect(errorsOf({ username: 'a_b-C.9' })).toEqual({})
    expect(errorsOf({ username: 'ab' }).username).toBe('Username should have at least 3 characters.')
    expect(errorsOf({ username: 'a'.repeat(41) }).username).toContain('at most 40')
    for (const username of ['ana reyes', 'ana@home', 'аna', 'peña'])
      expect(errorsOf({ username }).username).toBe(
        'Username can have the letters a to z, digits, dots, underscores and hyphens.',
      )
  })

  // Spec: S5.1
  test('wants the same password twice, also while other fields are wrong', () => {
    expect(errorsOf({ confirmPassword: 'jeepney ride at dawn' })).toEqual({
      confirmPassword: 'Passwords do not match',
    })
    expect(errorsOf({ confirmPassword: 'Jeepney ride at dusk', username: '' })).toEqual({
      username: 'Username is required',
      confirmPassword: 'Passwords do not match',
    })
  })

  // Spec: S5.1
  test('says that the passwords differ also while the first one is too short', () => {
    const password = 'Please use at least 8 characters. Three or four words work well.'
    expect(errorsOf({ password: 'short', confirmPassword: 'shorter' })).toEqual({
      password,
      confirmPassword: 'Passwords do not match',
    })
    expect(errorsOf({ password: 'short', confirmPassword: 'short' })).toEqual({ password })
    expect(errorsOf({ password: '', confirmPassword: 'typed' })).toEqual({
      password: 'Password is required.',
    })
  })

  test('refuses a name that is an advertisement, beside its field', () => {
    const advert =
      'can’t be a web address, an email or a phone number. After a dot, please leave a space: Ma. Luisa.'
    expect(errorsOf({ firstName: 'Visit evil.com' })).toEqual({ firstName: `First name ${advert}` })
    expect(errorsOf({ lastName: 'www pills' })).toEqual({ lastName: `Last name ${advert}` })
    expect(errorsOf({ username: 'best.shop' })).toEqual({
      username: 'Username can’t be a web address or a phone number.',
    })
    const saved = new FormData()
    for (const [name, value] of Object.entries({ intent: 'profile', fullName: 'Ana evil.com' }))
      saved.append(name, value)
    expect(readForm(profileForm, saved)).toMatchObject({ errors: { fullName: `Full Name ${advert}` } })
  })
})
