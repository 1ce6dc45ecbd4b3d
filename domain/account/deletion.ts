import { refuse, type Verdict } from '../verdict.ts'
import type { RentalStatus } from '../rental/lifecycle.ts'

/** How a person whose account was deleted is called wherever a name is shown. */
export const deletedUser = { firstName: 'Deleted', lastName: 'user', fullName: 'Deleted user' } as const

/** The rentals that have to be over before the account of one of their two people can go. */
export const bindingStatuses = ['Approved', 'Active'] as const satisfies readonly RentalStatus[]

/**
 * Whether an account may be deleted. Refusals: `rented` (a rental of theirs, as renter or owner, is Approved or Active),
 * `deposit` (one is still held for a rental of theirs), `last-admin` (nobody would keep the site in order).
 */
export function decideAccountDeletion(facts: {
  bindingRentals: number
  heldDeposits: number
  isAdmin: boolean
  otherAdmins: number
}): Verdict {
  if (facts.isAdmin && facts.otherAdmins === 0)
    return refuse('last-admin', 'This is the last admin. Please make another admin first.')
  if (facts.bindingRentals > 0)
    return refuse(
      'rented',
      `This account has ${facts.bindingRentals === 1 ? 'a rental' : `${facts.bindingRentals} rentals`} that ${
        facts.bindingRentals === 1 ? 'is' : 'are'
      } Approved or Active. It can be deleted once ${facts.bindingRentals === 1 ? 'that is' : 'they are'} over.`,
    )
  if (facts.heldDeposits > 0)
    return refuse(
      'deposit',
      'A deposit is still held for a rental of this account. It can be deleted once that is back or decided on.',
    )
  return { ok: true }
}
