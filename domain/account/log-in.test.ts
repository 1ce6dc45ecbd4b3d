import { expect, test } from 'vitest'
import { readForm } from '../form.ts'
import { loginFailed, portals } from './account.ts'
import { logInForm } from './log-in.ts'

function read(fields: Record<string, string>) {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return readForm(logInForm, data)
}

test('each portal takes an email address, lowercased, and a password as typed', () => {
  for (const portal of portals)
    expect(read({ portal, email: ' Ana@Example.com ', password: ' a b ' })).toEqual({
      ok: true,
      value: { portal, email: 'ana@example.com', password: ' a b ' },
    })
})

test('email and password are required, and the password is not given back', () => {
  expect(read({ portal: 'renter', email: '', password: '' })).toMatchObject({
    errors: { email: 'Email is required.', password: 'Password is required.' },
  })
  expect(read({ portal: 'renter', email: '', password: 'secret' })).toMatchObject({
    values: { portal: 'renter', email: '' },
  })
})

test('an email or a password that no account can have gets the same answer as a wrong one', () => {
  expect(read({ portal: 'root', email: 'ana@example.com', password: 'a' })).toMatchObject({
    errors: { portal: loginFailed },
  })
  expect(read({ portal: 'renter', email: 'ana@example.com', password: 'a'.repeat(129) })).toMatchObject({
    errors: { password: loginFailed },
  })
  expect(read({ portal: 'renter', email: 'ana@example.com', password: '😀'.repeat(128) }).ok).toBe(true)
})
