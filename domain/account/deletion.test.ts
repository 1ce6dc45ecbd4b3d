import { expect, it } from 'vitest'
import { decideAccountDeletion } from './deletion.ts'

const renter = { bindingRentals: 0, heldDeposits: 0, isAdmin: false, otherAdmins: 1 }

it('an account goes when nothing binds it', () => {
  expect(decideAccountDeletion(renter)).toEqual({ ok: true })
  expect(decideAccountDeletion({ ...renter, otherAdmins: 0 })).toEqual({ ok: true })
})

it.each([
  [1, 'This account has a rental that is Approved or Active. It can be deleted once that is over.'],
  [3, 'This account has 3 rentals that are Approved or Active. It can be deleted once they are over.'],
])('%d rentals that are on keep it, and say so', (bindingRentals, message) => {
  expect(decideAccountDeletion({ ...renter, bindingRentals })).toEqual({
    ok: false,
    reason: 'rented',
    message,
  })
})

it('a deposit that is held keeps it, and says so', () => {
  expect(decideAccountDeletion({ ...renter, heldDeposits: 1 })).toEqual({
    ok: false,
    reason: 'deposit',
    message:
      'A deposit is still held for a rental of this account. It can be deleted once that is back or decided on.',
  })
})

it('the last admin stays', () => {
  const admin = { ...renter, isAdmin: true }
  expect(decideAccountDeletion(admin)).toEqual({ ok: true })
  expect(decideAccountDeletion({ ...admin, otherAdmins: 0 })).toMatchObject({ reason: 'last-admin' })
})
