import { expect, it } from 'vitest'
import { lifecycle, rentalActions } from '../rental/lifecycle.ts'
import { isSwitchable, notificationKinds } from './kinds.ts'
import { kindOfRentalMail } from './rental-kind.ts'

it('every mail that an action on a rental sends has a kind that can be switched off', () => {
  for (const action of rentalActions)
    for (const to of lifecycle[action].notifies) {
      const kind = kindOfRentalMail(action, to)
      expect(isSwitchable(kind)).toBe(true)
      expect(notificationKinds[kind].for).toContain(to)
    }
})

it.each([
  ['request', 'owner', 'request-received'],
  ['request', 'renter', 'order-placed'],
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
