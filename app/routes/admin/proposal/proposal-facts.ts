import { payoutDirectionText } from '#domain/book/payout.ts'
import { formatPeso } from '#domain/money.ts'
import { formatDay, formatInstant } from '#domain/period.ts'
import type { AdminProposal } from '#server/proposal/proposal-table.ts'

/** What a proposal would do, in one line. */
export function proposalLine({ kind, to, direction, personName, orderNumber }: AdminProposal): string {
  if (kind === 'goodwill') return `To the ${to}, ${personName}, order ${orderNumber}`
  if (kind === 'refund') return `To ${personName}, order ${orderNumber}`
  const way = direction ? payoutDirectionText(direction) : ''
  return personName ? `${way}: ${personName}` : way
}

/** What an admin looks at before deciding on a proposal. */
export function proposalFacts(proposal: AdminProposal): [string, string][] {
  const { centavos, reference, proof, paidOn, why, proposedByName, proposedAt } = proposal
  return [
    ['What', proposalLine(proposal)],
    ['Amount', formatPeso(centavos)],
    ...(reference ? [['Reference', reference] as [string, string]] : []),
    ...(proof ? [['Proof', proof] as [string, string]] : []),
    ...(paidOn ? [['Date', formatDay(paidOn)] as [string, string]] : []),
    ...(why ? [['Why', why] as [string, string]] : []),
    ['Proposed', `${formatInstant(proposedAt)}, by ${proposedByName}`],
  ]
}
