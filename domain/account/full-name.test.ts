import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fullNameOf, splitFullName } from './full-name.ts'

it.each([
  ['Ana Reyes', 'Ana', 'Reyes'],
  ['Maria Clara Reyes', 'Maria Clara', 'Reyes'],
  ['Juan Dela Cruz', 'Juan', 'Dela Cruz'],
  ['Maria Clara de los Santos Jr.', 'Maria Clara', 'de los Santos Jr.'],
  ['Miguel Cabrera III', 'Miguel', 'Cabrera III'],
  ['Rosa Sta. Maria', 'Rosa', 'Sta. Maria'],
  ['Jan van der Berg', 'Jan', 'van der Berg'],
  ['Pedro San Juan', 'Pedro', 'San Juan'],
  ['Santa Reyes', 'Santa', 'Reyes'],
  ['Reyes Jr.', 'Reyes', 'Jr.'],
])('%s is %s and %s', (fullName, firstName, lastName) => {
  expect(splitFullName(fullName)).toEqual({ ok: true, firstName, lastName })
})

it('a name that is unchanged is not split again', () => {
  const before = { firstName: 'Ana', lastName: 'Marie Reyes Santos' }
  expect(splitFullName('Ana Marie Reyes Cruz', before)).toMatchObject({
    firstName: 'Ana',
    lastName: 'Marie Reyes Cruz',
  })
  expect(splitFullName('Anna Marie Reyes Santos', before)).toMatchObject({
    firstName: 'Anna',
    lastName: 'Marie Reyes Santos',
  })
  expect(splitFullName('Ana Liza Marie Reyes Santos', before)).toMatchObject({
    firstName: 'Ana Liza',
    lastName: 'Marie Reyes Santos',
  })
  expect(splitFullName('Bea Lim Tan', before)).toMatchObject({ firstName: 'Bea Lim', lastName: 'Tan' })
})

it('one word is refused, and so is a part of more than 80 characters', () => {
  expect(splitFullName('Ana')).toMatchObject({
    reason: 'name',
    message: 'Full Name needs a first and a last name.',
  })
  expect(splitFullName(`Ana ${'x'.repeat(80)}`)).toMatchObject({ ok: true })
  expect(splitFullName(`Ana ${'x'.repeat(81)}`)).toMatchObject({ reason: 'name' })
})

it('the two parts joined are always the full name', () => {
  const word = fc.constantFrom('Ana', 'de', 'la', 'Cruz', 'Jr.', 'III', 'San', 'y', 'Reyes', 'Ñ')
  const names = fc.record({
    firstName: fc.array(word, { minLength: 1 }),
    lastName: fc.array(word, { minLength: 1 }),
  })
  fc.assert(
    fc.property(fc.array(word, { minLength: 2, maxLength: 8 }), fc.option(names), (words, before) => {
      const known = before && { firstName: before.firstName.join(' '), lastName: before.lastName.join(' ') }
      const split = splitFullName(words.join(' '), known ?? undefined)
      if (!split.ok) throw new Error(split.message)
      expect(fullNameOf(split)).toBe(words.join(' '))
      expect(split.firstName.length * split.lastName.length).toBeGreaterThan(0)
    }),
  )
})
