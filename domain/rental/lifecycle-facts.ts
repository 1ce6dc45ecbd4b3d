import type { Day } from '../period.ts'
import type { Side } from '../side.ts'

/** What is known of a rental beside its own row: of its item’s other rentals, and of what its two people said. */
export type LifecycleFacts = {
  /** The day after the last planned day of the item’s other Active rental, whoever rents; null if there is none. */
  outEnd: Day | null
  /** The rental of `outEnd` is another one of this renter. */
  isOutToRenter: boolean
  /** Like `outEnd`, but null if this renter has that rental, or if its renter says that the item is back. */
  awaitedEnd: Day | null
  /** The hand-over of the rental of `outEnd` is contested: its renter may never have got the item. */
  isOtherHandoverContested: boolean
  /** Another renter’s earlier rental ended without a return, and the owner has not resumed the listing. */
  isItemLost: boolean
  /** This renter has the item from another rental, or another rental of theirs ended without a return. */
  renterHasOrLostIt: boolean
  /** When the item last came back from an earlier rental; null if it never did. */
  itemBackAt: Date | null
  /** When the first day was last moved; null if it never was. */
  movedAt: Date | null
  /** By the side that speaks: when that side said that the other did not come. */
  noShow: Record<Side, Date | null>
  /** The hand-over is contested, or a decision or an agreement says that the renter never got the item. */
  isHandoverInDoubt: boolean
}
