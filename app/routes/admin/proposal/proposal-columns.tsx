import { formatPeso } from '#domain/money.ts'
import { formatInstant } from '#domain/period.ts'
import { movementText, proposalStateText } from '#domain/proposal/proposal.ts'
import { Badge } from '#app/ui/primitives/badge.tsx'
import type { AdminProposal, ProposalSort } from '#server/proposal/proposal-table.ts'
import { RowLinks } from '../row-links.tsx'
import { addressWith } from '../table/address.ts'
import { Instant } from '../table/instant.tsx'
import type { Column } from '../table/parts.ts'
import { proposalLine } from './proposal-facts.ts'

/** The columns of the list of proposals; `here` is the address of their page. */
export const proposalColumnsAt = (here: string, ownId: string): Column<AdminProposal, ProposalSort>[] => [
  {
    head: 'What',
    cell: (proposal) => (
      <div className="min-w-0 lg:min-w-44">
        <p className="font-semibold">{movementText[proposal.kind]}</p>
        <p className="wrap-anywhere text-muted">{proposalLine(proposal)}</p>
        <p className="wrap-anywhere text-muted">{proposal.reference ?? proposal.proof}</p>
      </div>
    ),
  },
  { head: 'Amount', numeric: true, cell: ({ centavos }) => formatPeso(centavos) },
  {
    head: 'Proposed',
    sort: 'proposed',
    cell: ({ proposedAt, proposedByName }) => (
      <span className="grid">
        <span>
          <Instant at={proposedAt} />
        </span>
        <span className="text-muted">by {proposedByName}</span>
      </span>
    ),
  },
  {
    head: 'State',
    cell: ({ decision, decidedAt, decidedByName, reason }) => (
      <span className="grid justify-items-start gap-1 max-lg:justify-items-end">
        <Badge tone={decision === null ? 'warning' : decision === 'confirmed' ? 'success' : 'neutral'}>
          {proposalStateText(decision)}
        </Badge>
        {decidedAt ? (
          <span className="wrap-anywhere text-muted max-lg:text-right">
            {formatInstant(decidedAt)} by {decidedByName}
            {reason ? `: ${reason}` : null}
          </span>
        ) : null}
      </span>
    ),
  },
  {
    head: 'Actions',
    wideOnPhone: true,
    alignRight: true,
    cell: ({ id, kind, centavos, decision, proposedBy }) =>
      decision === null ? (
        <RowLinks
          name={`${movementText[kind]} of ${formatPeso(centavos)}`}
          links={
            proposedBy === ownId
              ? [{ label: 'Withdraw', to: addressWith(here, { withdraw: id }), danger: true }]
              : [
                  { label: 'Confirm', to: addressWith(here, { confirm: id }) },
                  { label: 'Decline', to: addressWith(here, { decline: id }), danger: true },
                ]
          }
        />
      ) : null,
  },
]
