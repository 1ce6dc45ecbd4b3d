import { expect, it } from 'vitest'
import { cast } from '#seeds/demo-data/cast.ts'
import { decideNames } from './staff-name.ts'

it.each([
  ['Hiram', 'Support', 'lastName'],
  ['Hiram', 'Admin', 'lastName'],
  ['HIRAM', 'Team', 'lastName'],
  ['Hiram Official', 'Reyes', 'firstName'],
  ['HiramSupport', 'Cruz', 'firstName'],
  ['Ana', 'Hiram-Staff', 'lastName'],
  ['Admin', 'Reyes', 'firstName'],
  ['Ana', 'Moderator', 'lastName'],
  ['Ádmin', 'Reyes', 'firstName'],
  // With a Cyrillic letter.
  ['Аdmin', 'Reyes', 'firstName'],
  ['Customer', 'Service', 'lastName'],
  ['Help', 'Desk', 'lastName'],
])('%s %s says that it is of the site, and the answer stands beside %s', (firstName, lastName, field) => {
  expect(decideNames({ firstName, lastName }, 'Hiram')).toMatchObject({
    ok: false,
    reason: 'name',
    field,
    message: 'A name can’t say that you work for Hiram. Please write your own.',
  })
})

it.each([
  ['Hiram', 'Reyes'],
  ['Grace', 'Service'],
  ['Ana', 'Care'],
  ['Adminda', 'Santos'],
  ['Ma. Luisa', 'Team'],
])('%s %s is a person’s name', (firstName, lastName) => {
  expect(decideNames({ firstName, lastName }, 'Hiram')).toEqual({ ok: true })
})

it('the name of the site is that of the settings, also of several words', () => {
  expect(decideNames({ firstName: 'Rent', lastName: 'It Team' }, 'Rent It')).toMatchObject({ ok: false })
  expect(decideNames({ firstName: 'Hiram', lastName: 'Team' }, 'Rent It')).toEqual({ ok: true })
})

it('everybody of the demo has a name of their own', () => {
  const people = cast.filter(({ role }) => role !== 'admin')
  expect(people.filter((person) => !decideNames(person, 'Hiram').ok)).toEqual([])
})
