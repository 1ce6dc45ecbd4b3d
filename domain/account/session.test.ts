import { expect, it } from 'vitest'
import { endOfSession } from './session.ts'

const at = (text: string) => new Date(`${text}Z`)

it.each([
  ['renter', '2026-11-01T08:00', '2026-11-01T10:00', '2026-12-01T10:00'],
  ['renter', '2026-11-01T08:00', '2027-01-20T08:00', '2027-01-30T08:00'],
  ['owner', '2026-11-01T08:00', '2027-01-30T07:59', '2027-01-30T08:00'],
  ['admin', '2026-11-01T08:00', '2026-11-01T10:00', '2026-11-01T22:00'],
  ['admin', '2026-11-01T08:00', '2026-11-08T07:00', '2026-11-08T08:00'],
] as const)('the session of a %s that began %s and was used last %s ends %s', (role, began, used, ends) =>
  expect(endOfSession(role, { beganAt: at(began), usedAt: at(used) })).toEqual(at(ends)),
)
