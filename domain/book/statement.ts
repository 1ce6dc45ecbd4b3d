import type { Centavos } from '../money.ts'
import { type Day, isDay } from '../period.ts'
import type { Month } from '../span.ts'

/** The kinds of lines in an owner's statement, and their texts. */
export const statementTexts = {
  rent: 'Rent and delivery',
  refund: 'Refund to the renter',
  cash: 'Collected in cash at hand-over',
  'cash-fee': 'Service fee on cash',
  'cash-deposit': 'Deposit in cash, to give back',
  'rent-undone': 'Rent and delivery, hand-over undone',
  'cash-undone': 'Collected in cash, hand-over undone',
  'cash-fee-undone': 'Service fee on cash, hand-over undone',
  'cash-deposit-undone': 'Deposit in cash, hand-over undone',
  'rent-changed': 'Rent, days changed',
  'cash-changed': 'Settled between you in cash, days changed',
  'cash-fee-changed': 'Service fee on cash, days changed',
  'cash-deposit-returned': 'Deposit given back in cash',
  claim: 'Deposit claim granted',
  'late-fee': 'Late fee, from the deposit',
  'late-fee-paid': 'Late fee, paid online',
  'dispute-paid': 'Owed after a dispute, paid online',
  'goodwill-owner': 'Goodwill from us',
  'paid-out': 'Paid out to you',
  'paid-in': 'Paid by you',
  'payout-reversed': 'Payment taken back',
} as const
export type StatementKind = keyof typeof statementTexts

export type StatementEntry = {
  at: Date
  what: StatementKind
  /** What the line adds to the owner's balance; negative when it reduces it. */
  centavos: Centavos
}
export type StatementLine<E extends StatementEntry = StatementEntry> = E & { balanceCentavos: Centavos }

/**
 * A statement's lines in their order, each with the balance after it.
 *
 * ### Example
 * ₱100.00 before, then rent of ₱450.00 and a payout of ₱550.00: the balances are ₱550.00 and ₱0.00.
 */
export function withBalances<E extends StatementEntry>(
  openingCentavos: Centavos,
  entries: readonly E[],
): StatementLine<E>[] {
  let balanceCentavos = openingCentavos
  return entries.map((entry) => ({ ...entry, balanceCentavos: (balanceCentavos += entry.centavos) }))
}

/** The month that a text names; the current month when the text names none, or a future one. */
export function readMonth(text: string | null, today: Day): Month {
  const current = today.slice(0, 7)
  if (!text || !/^2\d{3}-\d{2}$/.test(text) || !isDay(`${text}-01`)) return current
  return text > current ? current : text
}

/** The month that is `months` after another; before it when negative. */
export function addMonths(month: Month, months: number): Month {
  const [year, of] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, of - 1 + months, 1)).toISOString().slice(0, 7)
}
