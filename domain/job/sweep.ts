/** The sweeps, as an admin reads them. */
const texts = {
  disputes: 'Deadlines of disputes',
  rentals: 'Deadlines of rentals',
  late: 'Late returns',
  debts: 'What people owe each other',
  waitlist: 'The waiting list',
  changes: 'Changes of rentals',
  deposits: 'Returns of deposits',
  reminders: 'Reminders',
  payments: 'Payments and refunds',
  reconciliation: 'The nightly comparison with the provider',
  search: 'The search',
  retention: 'Deleting what was kept long enough',
}

/** What is done every minute, hour or night. */
export type SweepName = keyof typeof texts

export const sweepNames = Object.keys(texts) as SweepName[]

/** A sweep in words. */
export const sweepText = (name: SweepName): string => texts[name]
