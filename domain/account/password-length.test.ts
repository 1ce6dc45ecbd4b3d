import { expect, test } from 'vitest'
import { decidePasswordLength } from './password-length.ts'

test('a password has 8 to 128 characters', () => {
  expect(decidePasswordLength('a'.repeat(7))).toEqual({
    ok: false,
    reason: 'short',
    message: 'Please use at least 8 characters. Three or four words work well.',
  })
  expect(decidePasswordLength('a'.repeat(8)).ok).toBe(true)
  expect(decidePasswordLength('a'.repeat(128)).ok).toBe(true)
  expect(decidePasswordLength('a'.repeat(129))).toEqual({
    ok: false,
    reason: 'long',
    message: 'Please use at most 128 characters.',
  })
})

test('an emoji or an ñ counts as one character', () => {
  expect(decidePasswordLength('😀'.repeat(7)).ok).toBe(false)
  expect(decidePasswordLength('😀'.repeat(128)).ok).toBe(true)
})
