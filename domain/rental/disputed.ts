import type { LifecycleFacts } from './lifecycle-facts.ts'
import { type BroughtBack, saidBack } from './possession.ts'

export type Disputed = {
  /** A dispute about it is open. */
  isDisputed?: boolean
  /** A dispute that ended since its hand-over says that the renter never got it. */
  wasNeverHandedOver?: boolean
  /** It counts as not returned, and the dispute about that is over. */
  isGivenUp?: boolean
}

/** Why the system does not act at a deadline: a dispute is open; otherwise null. */
export const whyDisputed = ({ isDisputed }: Disputed): string | null =>
  isDisputed ? 'A dispute about it is open.' : null

/** Why the system can’t end a rental as never returned; null when it can. */
export function whyNotGivenUp(
  rental: Disputed & BroughtBack & Pick<LifecycleFacts, 'isHandoverInDoubt'>,
): string | null {
  if (saidBack(rental)) return 'The renter says that it is back, and the owner has not objected.'
  if (rental.isHandoverInDoubt) return 'The renter says that it was never handed over.'
  return rental.isGivenUp ? whyDisputed(rental) : 'No dispute about an item that was not returned is over.'
}
