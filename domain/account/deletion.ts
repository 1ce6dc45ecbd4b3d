import { type Centavos, formatPeso } from '../money.ts'
import { formatInstant } from '../period.ts'
import { refuse, type Verdict } from '../verdict.ts'
import type { RentalStatus } from '../status.ts'

/** The name shown for a person whose account was deleted. */
export const deletedUser = { firstName: 'Deleted', lastName: 'user' } as const

/** A person's account can't be deleted while one of their rentals has one of these states. */
export const bindingStatuses = ['Approved', 'Active'] as const satisfies readonly RentalStatus[]

/** What a person still owes or is owed, on either side of their rentals. */
export type AccountTies = {
  /** Rentals that are Approved or Active. */
  bindingRentals: number
  /** Pending rentals that are paid for. */
  paidRequests: number
  /** Deposits that are neither returned nor decided on. */
  heldDeposits: number
  /** Disputes about a rental of theirs, on either side, that are not over. */
  openDisputes: number
  /** Debts between them and the other side of a rental, in either direction, that are not settled. */
  openDebts: number
  /** The sum of the refunds to them that are not made yet, by the provider or by hand. */
  refundCentavos: Centavos
  /** What can be paid out to them, as `readyCentavos` of `book/payout.ts` computes it; negative when they owe. */
  readyCentavos: Centavos
  /** Until when a dispute about a rental of their listings that was paid online can be opened; null without one. */
  disputableUntil: Date | null
}

/**
 * Whether an account may be deleted: not while the person owes money or is owed money. Refusals: `last-admin`
 * (`isLastHeadAdmin`), `rented` (a rental of theirs, as renter or owner, is Approved or Active), `paid-request`
 * (one is Pending and paid for), `deposit` (one is still held, or claimed), `claimed` (a dispute is open),
 * `owed` (something between them and the other side of a rental is not settled), `refund` (one to them is not
 * made yet), `payout` (they are to be paid), `debt` (they owe fees on cash they collected), `early` (a renter
 * can still open a dispute about what they paid online for a listing of theirs, so that they may owe it yet).
 */
export function decideAccountDeletion(facts: AccountTies & { isLastHeadAdmin: boolean; now: Date }): Verdict {
  if (facts.isLastHeadAdmin)
    return refuse('last-admin', 'This is the last admin. Please make another admin first.')
  if (facts.bindingRentals > 0)
    return refuse(
      'rented',
      `This account has ${facts.bindingRentals === 1 ? 'a rental' : `${facts.bindingRentals} rentals`} that ${
        facts.bindingRentals === 1 ? 'is' : 'are'
      } Approved or Active. It can be deleted once ${facts.bindingRentals === 1 ? 'that is' : 'they are'} over.`,
    )
  if (facts.paidRequests > 0) {
    const [requests, are] =
      facts.paidRequests === 1 ? ['a request', 'is'] : [`${facts.paidRequests} requests`, 'are']
    return refuse(
      'paid-request',
      `This account has ${requests} that ${are} paid for and not answered yet. It can be deleted ` +
        'once the money is back or paid out.',
    )
  }
  if (facts.heldDeposits > 0)
    return refuse(
      'deposit',
      'A deposit is still held for a rental of this account. It can be deleted once that is back or decided on.',
    )
  if (facts.openDisputes > 0)
    return refuse(
      'claimed',
      'A dispute about a rental of this account is open. It can be deleted once that is over.',
    )
  if (facts.openDebts > 0)
    return refuse(
      'owed',
      'Something is owed for a rental of this account, to it or by it. It can be deleted once that is settled.',
    )
  if (facts.refundCentavos > 0)
    return refuse(
      'refund',
      `${formatPeso(facts.refundCentavos)} is on its way back to this account. It can be deleted ` +
        'once the money has been sent.',
    )
  if (facts.readyCentavos > 0)
    return refuse(
      'payout',
      `${formatPeso(facts.readyCentavos)} has yet to be paid out to this account. It can be ` +
        'deleted once that is paid.',
    )
  if (facts.readyCentavos < 0)
    return refuse(
      'debt',
      `This account owes ${formatPeso(-facts.readyCentavos)} in fees on cash it collected. It can ` +
        'be deleted once that is paid.',
    )
  if (facts.disputableUntil && facts.now <= facts.disputableUntil)
    return refuse(
      'early',
      'A renter of this account can open a dispute about what they paid until ' +
        `${formatInstant(facts.disputableUntil)}. It can be deleted after that.`,
    )
  return { ok: true }
}
