import { expect, test } from 'vitest'
import { homeOf, publicName, roles, signUpRoles } from './account.ts'
import { placeholderPictures } from './picture.ts'

// Spec: S2.8
test('an admin lands on /admin, others on /profile', () => {
  expect(roles.map((role) => [role, homeOf(role)])).toEqual([
    ['renter', '/profile'],
    ['owner', '/profile'],
    ['admin', '/admin'],
  ])
})

test('nobody signs up as an admin', () => {
  expect(signUpRoles).toEqual(['renter', 'owner'])
})

// Spec: S3.1, S9.17
test('there are nine different portraits', () => {
  expect(new Set(placeholderPictures).size).toBe(9)
  expect(placeholderPictures[8]).toBe('/avatars/9.svg')
})

test('strangers see the first name and one letter of the last', () => {
  expect(publicName({ firstName: 'Ana', lastName: 'Reyes' })).toBe('Ana R.')
  expect(publicName({ firstName: 'Ma. Luisa', lastName: 'de los Santos' })).toBe('Ma. Luisa d.')
  expect(publicName({ firstName: 'Iñigo', lastName: 'Ñonuevo' })).toBe('Iñigo Ñ.')
  expect(publicName({ firstName: 'Deleted user', lastName: '' })).toBe('Deleted user')
})
