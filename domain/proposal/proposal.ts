import type { GoodwillForm } from '../dispute/goodwill-form.ts'
import type { RecordPayoutForm } from '../book/payout-form.ts'
import type { PayOutRefundForm } from '../refund/refund-form.ts'
import { refuse, type Verdict } from '../verdict.ts'

/** What an admin writes down about money by hand, and what each of its kinds says. */
export type Movement =
  | { kind: 'payout'; payload: Omit<RecordPayoutForm, 'intent'> }
  | { kind: 'reversal'; payload: { payoutId: string; reason: string } }
  | { kind: 'refund'; payload: Pick<PayOutRefundForm, 'refundId' | 'proof' | 'paidOn'> }
  | { kind: 'goodwill'; payload: Omit<GoodwillForm, 'intent'> }
export type MovementKind = Movement['kind']

export const movementKinds = ['payout', 'reversal', 'refund', 'goodwill'] as const satisfies MovementKind[]

/** A kind of movement as admins read it. */
export const movementText: Record<MovementKind, string> = {
  payout: 'Payout',
  reversal: 'Payout taken back',
  refund: 'Refund by hand',
  goodwill: 'Goodwill payment',
}

/**
 * What a movement is about. Of two open proposals about the same only one could take effect, so there is only one.
 * ### Example `payout BDO 123` for a payout with that reference.
 */
export function subjectOf({ kind, payload }: Movement): string {
  switch (kind) {
    case 'payout':
      return `payout ${payload.reference}`
    case 'reversal':
      return `reversal ${payload.payoutId}`
    case 'refund':
      return refundSubject(payload.refundId)
    case 'goodwill':
      return `goodwill ${payload.rentalId} ${payload.to}`
  }
}

/** What a refund by hand is about. */
export const refundSubject = (refundId: string): string => `refund ${refundId}`

export const proposalDecisions = ['confirmed', 'declined', 'withdrawn'] as const
export type ProposalDecision = (typeof proposalDecisions)[number]

/** The state of a proposal as admins read it; null while it waits. */
export function proposalStateText(decision: ProposalDecision | null): string {
  if (decision === null) return 'Waiting for another admin'
  return { confirmed: 'Confirmed', declined: 'Declined', withdrawn: 'Withdrawn' }[decision]
}

/** The longest reason to decline a proposal, in characters. */
export const MAX_DECLINE_REASON = 500

/**
 * Whether an admin may make a decision on a proposal: another admin confirms or declines it, its own one withdraws it.
 * Refusals: `decided` (before), `own` (one's own can’t be confirmed or declined), `theirs` (another's can’t be
 * withdrawn), `gone` (whoever proposed it is no longer an admin for money: it can only be declined).
 */
export function decideProposal(
  proposal: { proposedBy: string; isProposerAdmin: boolean; decision: ProposalDecision | null },
  by: { adminId: string; decision: ProposalDecision },
): Verdict {
  if (proposal.decision !== null) {
    const state = proposalStateText(proposal.decision).toLowerCase()
    return refuse('decided', `This was ${state} already. Nothing was changed.`)
  }
  const isOwn = proposal.proposedBy === by.adminId
  if (by.decision === 'withdrawn')
    return isOwn ? { ok: true } : refuse('theirs', 'Only the admin who proposed this can withdraw it.')
  if (isOwn) return refuse('own', 'You proposed this yourself. Another admin has to look at it.')
  if (by.decision === 'confirmed' && !proposal.isProposerAdmin)
    return refuse('gone', 'Whoever proposed this is no longer an admin for money. Please decline it.')
  return { ok: true }
}
