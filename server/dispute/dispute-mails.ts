import { type DisputeEvent, type Speaker } from '#domain/dispute/dispute.ts'
import { otherSide, type Side } from '#domain/side.ts'
import { depositMails } from '../deposit/return-deposit.ts'
import type { Effect } from '../record.ts'

type Occasion = {
  event: DisputeEvent
  by: Speaker | 'admin'
  /** It is the first claim on a deposit, or the answer to it. */
  isClaim?: boolean
  /** The statement that it is about. */
  statementId?: number
  /** What goes back at once of a deposit that is claimed in part, in centavos. */
  rest?: number
}

/**
 * The mail jobs that notify people of an event of a dispute: both of a claim on a deposit, a decision and the end, the
 * other side of everything else.
 */
export function disputeMails(
  rentalId: string,
  disputeId: string,
  { event, by, isClaim = false, statementId, rest }: Occasion,
): Effect[] {
  if (isClaim && event === 'opened') return depositMails(rentalId, 'claimed', ['owner', 'renter'], rest)
  if (isClaim && event === 'answered' && by === 'renter') return depositMails(rentalId, 'answered', ['owner'])
  const notified: Side[] = by === 'owner' || by === 'renter' ? [otherSide(by)] : ['owner', 'renter']
  return notified.map((to) => ({
    kind: 'dispute-mail',
    payload: { rentalId, disputeId, news: event, to, ...(statementId ? { statementId } : {}) },
  }))
}
