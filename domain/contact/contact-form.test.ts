import { describe, expect, it } from 'vitest'
import { readForm } from '../form.ts'
import { contactForm, contactName } from './contact-form.ts'

const filled = {
  name: 'Ana Reyes',
  email: 'Ana@Hiram.test',
  subject: 'A lost peg',
  message: 'One peg is missing.\r\nShall I bring another?',
}
function read(changes: Record<string, string | undefined>) {
  const data = new FormData()
  for (const [name, value] of Object.entries({ ...filled, ...changes }))
    if (value !== undefined) data.append(name, value)
  return readForm(contactForm, data)
}

describe('a contact form', () => {
  it('is read as typed, tidied, the address in lowercase', () => {
    expect(read({})).toEqual({
      ok: true,
      value: {
        ...filled,
        email: 'ana@hiram.test',
        message: 'One peg is missing.\nShall I bring another?',
        website: '',
      },
    })
  })

  // Spec: S5.4
  it.each(['name', 'email', 'subject', 'message'])('needs a %s', (name) => {
    for (const nothing of ['', '   ', '\u200b', undefined]) {
      const reading = read({ [name]: nothing })
      expect(reading).toMatchObject({ ok: false, formError: 'Please fill out all required fields' })
      expect(Object.keys(reading.ok ? {} : reading.errors)).toEqual([name])
    }
  })

  it.each<[string, string]>([
    ['email', 'ana'],
    ['email', 'ana@hiram.test, all@hiram.test'],
    ['email', 'ana@hiram.test\r\nBcc: all@hiram.test'],
    ['name', 'x'.repeat(121)],
    ['email', `${'x'.repeat(250)}@hiram.test`],
    ['subject', 'x'.repeat(151)],
    ['message', 'x'.repeat(5001)],
    ['subject', 'a\u0000b'],
  ])('refuses a %s such as %j and keeps the rest', (name, value) => {
    const reading = read({ [name]: value })
    expect(Object.keys(reading.ok ? {} : reading.errors)).toEqual([name])
    expect(reading).toMatchObject({ ok: false, values: { [name]: value } })
    expect(reading).not.toHaveProperty('formError')
  })

  it('has no other fields', () => {
    expect(read({ accountId: 'x' })).toMatchObject({ ok: false })
  })
})

it('is filled in with a full name only where that is not too long', () => {
  expect(contactName({ firstName: 'Ana', lastName: 'Reyes' })).toBe('Ana Reyes')
  expect(contactName({ firstName: 'A'.repeat(80), lastName: 'R'.repeat(80) })).toBe('A'.repeat(80))
})
