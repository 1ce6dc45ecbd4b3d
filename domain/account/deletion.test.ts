import { expect, it } from 'vitest'
import { decideAccountDeletion } from './deletion.ts'

const free = {
  bindingRentals: 0,
  paidRequests: 0,
  heldDeposits: 0,
  openDisputes: 0,
  openDebts: 0,
  refundCentavos: 0,
  readyCentavos: 0,
  disputableUntil: null,
}
const now = new Date('2026-11-01T02:00:00Z')
const renter = { ...free, isLastHeadAdmin: false, now }

it('an account without open rentals or money can be deleted', () => {
  expect(decideAccountDeletion(renter)).toEqual({ ok: true })
})

it.each([
  [1, 'This account has a rental that is Approved or Active. It can be deleted once that is over.'],
  [3, 'This account has 3 rentals that are Approved or Active. It can be deleted once they are over.'],
])('an account with %d open rentals can’t be deleted, and the refusal says so', (bindingRentals, message) => {
  expect(decideAccountDeletion({ ...renter, bindingRentals })).toEqual({
    ok: false,
    reason: 'rented',
    message,
  })
})

it('an account with a held deposit can’t be deleted, and the refusal says so', () => {
  expect(decideAccountDeletion({ ...renter, heldDeposits: 1 })).toEqual({
    ok: false,
    reason: 'deposit',
    message:
      'A deposit is still held for a rental of this account. It can be deleted once that is back or decided on.',
  })
})

// Spec: D53
it.each([
  [
    'paid-request',
    { paidRequests: 1 },
    'This account has a request that is paid for and not answered yet. It can be deleted once the ' +
      'money is back or paid out.',
  ],
  [
    'paid-request',
    { paidRequests: 2 },
    'This account has 2 requests that are paid for and not answered yet. It can be deleted once the ' +
      'money is back or paid out.',
  ],
  [
    'owed',
    { openDebts: 1 },
    'Something is owed for a rental of this account, to it or by it. It can be deleted once that is settled.',
  ],
  [
    'refund',
    { refundCentavos: 56_500 },
    '₱565.00 is on its way back to this account. It can be deleted once the money has been sent.',
  ],
  [
    'payout',
    { readyCentavos: 135_000 },
    '₱1,350.00 has yet to be paid out to this account. It can be deleted once that is paid.',
  ],
  [
    'debt',
    { readyCentavos: -2_250 },
    'This account owes ₱22.50 in fees on cash it collected. It can be deleted once that is paid.',
  ],
])('money that is owed keeps it, and it says which: %s %o', (reason, facts, message) => {
  expect(decideAccountDeletion({ ...renter, ...facts })).toEqual({ ok: false, reason, message })
})

it('an owner stays while a dispute about what was paid can be opened, and the refusal says until when', () => {
  const owner = { ...renter, disputableUntil: new Date('2026-11-01T02:00:00Z') }
  expect(decideAccountDeletion(owner)).toEqual({
    ok: false,
    reason: 'early',
    message:
      'A renter of this account can open a dispute about what they paid until Nov 1, 2026, 10:00 AM. ' +
      'It can be deleted after that.',
  })
  expect(decideAccountDeletion({ ...owner, now: new Date(now.getTime() + 1) })).toEqual({ ok: true })
})

it('the last admin can’t be deleted', () => {
  expect(decideAccountDeletion({ ...renter, isLastHeadAdmin: true })).toMatchObject({ reason: 'last-admin' })
})
