import { DepositState } from '../deposit/deposit-state.tsx'
import type { Tracked } from './tracked.ts'

/** What a rental's page shows between the rental and its timeline: one panel for each subject that has something to say. */
export function RentalPanels({ rental, view }: { rental: Tracked; view: 'lent' | 'rented' }) {
  return (
    <div className="mt-6 grid gap-4 empty:hidden">
      {rental.deposit ? <DepositState deposit={rental.deposit} rental={rental} view={view} /> : null}
    </div>
  )
}
