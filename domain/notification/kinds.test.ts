import { expect, it } from 'vitest'
import { lifecycle, rentalActions } from '../rental/lifecycle.ts'
import { allNoticeKinds, kindOfRentalMail, kindsFor, noticeKinds } from './kinds.ts'

it('owners choose among all kinds; renters not among those about listings; admins have none', () => {
  expect(kindsFor('owner')).toEqual(allNoticeKinds)
  expect(allNoticeKinds.filter((kind) => !kindsFor('renter').includes(kind))).toEqual([
    'request-received',
    'listing-reviewed',
  ])
  expect(kindsFor('admin')).toEqual([])
})

it('every mail that a step of a rental sends has a kind that can be switched off', () => {
  for (const action of rentalActions)
    for (const to of lifecycle[action].tells) {
      const kind = kindOfRentalMail(action, to)
      expect(kind && noticeKinds[kind].for).toContain(to)
    }
})

it.each([
  ['request', 'owner', 'request-received'],
  ['request', 'renter', null],
  ['approve', 'renter', 'approved'],
  ['expire', 'owner', 'rejected'],
  ['cancel', 'owner', 'cancelled'],
  ['lapse', 'renter', 'cancelled'],
  ['complete', 'renter', 'handover'],
  ['undo-activate', 'renter', 'handover'],
  ['undo-complete', 'owner', 'handover'],
] as const)('the mail of %s to the %s is of the kind %s', (action, to, kind) => {
  expect(kindOfRentalMail(action, to)).toBe(kind)
})
