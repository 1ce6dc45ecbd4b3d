import type { Centavos } from '../money.ts'
import type { RefundLine } from '../book/money-line.ts'
import type { RefundReason } from './refund.ts'

/** What disputes that are over have settled of a rental's money. */
export type SettledByDisputes = {
  /**
   * A dispute that is closed has settled it, so that the owner keeps the rest if the rental does not take place: by a
   * decision, also one that gives nobody anything, or as the owner accepted what the renter asked for.
   */
  isSettledByDispute: boolean
  /** What its owner was granted of the deposit. */
  grantedCentavos: Centavos
}

/** Why a rental ends. `ownerWasRemoved`: an admin suspended the owner or took the listing down. */
export type EndCause = { reason: RefundReason; ownerWasRemoved?: boolean }

const byOwner: readonly RefundReason[] = ['withdraw', 'owner-no-show', 'cancel-not-back']

/**
 * Whether a rental ends as its owner does not hand over: they ended it, did not come or do not have the item, or an
 * admin removed them. The renter then gets back all that a dispute has not given the owner of the deposit.
 */
const isEndedByOwner = ({ reason, ownerWasRemoved = false }: EndCause): boolean =>
  ownerWasRemoved || byOwner.includes(reason)

/**
 * What of `lines`, the refund of a rental that ends for `reason`, still goes back after disputes about it: of the
 * deposit what its owner was not granted; of the rest nothing if it was settled, unless the owner does not hand over.
 * ### Example Settled, ₱100.00 of a deposit of ₱500.00 granted: a lapsed rental gives ₱400.00 back.
 */
export function refundAfterDisputes(
  lines: readonly RefundLine[],
  { isSettledByDispute, grantedCentavos }: SettledByDisputes,
  end: EndCause,
): RefundLine[] {
  const isKept = isSettledByDispute && !isEndedByOwner(end)
  return lines
    .filter(({ returns }) => returns === 'deposit' || !isKept)
    .map((line) =>
      line.returns === 'deposit' ? { ...line, centavos: line.centavos - grantedCentavos } : line,
    )
    .filter(({ centavos }) => centavos > 0)
}
