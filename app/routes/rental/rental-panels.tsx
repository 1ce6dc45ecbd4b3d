import type { Where } from '#server/rental/read-where.ts'
import { WherePanel } from '../address/where-panel.tsx'
import { OpenChange } from '../change/open-change.tsx'
import { DepositState } from '../deposit/deposit-state.tsx'
import { HandoverPanel } from '../handover/handover-panel.tsx'
import type { Tracked } from '#app/tracked.ts'

type RentalPanelsProps = { rental: Tracked; view: 'lent' | 'rented'; where: Where | null }

/**
 * What a rental's page shows between the rental and its timeline: one panel for each subject that has something to
 * say.
 */
export function RentalPanels({ rental, view, where }: RentalPanelsProps) {
  return (
    <div className="mt-6 grid gap-4 empty:hidden">
      {where ? <WherePanel where={where} /> : null}
      <HandoverPanel rental={rental} view={view} />
      {rental.change ? <OpenChange change={rental.change} rental={rental} view={view} /> : null}
      {rental.deposit ? <DepositState deposit={rental.deposit} rental={rental} view={view} /> : null}
    </div>
  )
}
