import { expect, test } from 'vitest'
import { notFound, refuse } from './verdict.ts'

test('a refusal has a reason for code and a message for people', () => {
  expect(refuse('rented', 'It is out.')).toEqual({ ok: false, reason: 'rented', message: 'It is out.' })
})

test('what is not yours reads the same as what is not there', () => {
  expect(notFound()).toEqual({ ok: false, reason: 'not-found', message: 'Sorry, that could not be found.' })
})
