import { expect, test } from 'vitest'
import { refusalStatuses } from './refusal-reason.ts'
import { notFound, refuse } from './verdict.ts'

test('a refusal has a reason for code and a message for people', () => {
  expect(refuse('rented', 'It is out.')).toEqual({ ok: false, reason: 'rented', message: 'It is out.' })
})

test('something of another person is refused like something that does not exist', () => {
  expect(notFound()).toEqual({ ok: false, reason: 'not-found', message: 'Sorry, that could not be found.' })
})

test('a reason without an HTTP status does not compile', () => {
  // @ts-expect-error The reason is not in the table.
  expect(refuse('no-such-reason', 'It is not there.')).toMatchObject({ ok: false })
  expect(Object.keys(refusalStatuses)).not.toContain('no-such-reason')
})
