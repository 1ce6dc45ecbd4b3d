import { formatPeso } from '#domain/money.ts'
import { formatInstant } from '#domain/period.ts'
import { Card } from '#app/ui/primitives/card.tsx'
import type { AdminProposal } from '#server/proposal/proposal-table.ts'
import { RowLink } from '../row-link.tsx'
import { proposalLine } from './proposal-facts.ts'

/** What admins proposed on a page of money and no other one has decided on; nothing when there is none. */
export function WaitingProposals({ proposals, ownId }: { proposals: AdminProposal[]; ownId: string }) {
  if (proposals.length === 0) return null
  return (
    <Card as="section" aria-labelledby="proposals" className="mb-8">
      <h2 id="proposals" className="text-xl">
        Waiting for another admin
      </h2>
      <ul role="list" className="mt-3 divide-y divide-line">
        {proposals.map((proposal) => {
          const { id, centavos, proposedAt, proposedBy, proposedByName } = proposal
          const isOwn = proposedBy === ownId
          const label = isOwn ? 'Withdraw' : 'Look at it'
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div className="min-w-0">
                <p className="font-semibold">
                  {formatPeso(centavos)}{' '}
                  <span className="font-normal wrap-anywhere">{proposalLine(proposal)}</span>
                </p>
                <p className="text-sm text-muted">
                  Proposed {formatInstant(proposedAt)} by {isOwn ? 'you' : proposedByName}
                </p>
              </div>
              <RowLink
                to={`/admin/proposals?${isOwn ? 'withdraw' : 'confirm'}=${id}`}
                label={label}
                of={`${formatPeso(centavos)}, ${proposalLine(proposal)}`}
              />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
