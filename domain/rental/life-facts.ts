import type { Day } from '../period.ts'
import type { Side } from '../side.ts'

/** What is known of a rental beside its own row: of its item’s other rentals, and of what its two people said. */
export type LifeFacts = {
  /** The day after the last day of the other Active rental of the item, of any renter; null if there is none. */
  outEnd: Day | null
  /** The same, but only of another renter’s rental, and null once that renter says that the item is back. */
  awaitedEnd: Day | null
  /** It is contested that this other renter has got the item. */
  isAwaitedContested: boolean
  /** Another renter’s earlier rental ended without a return, and the owner has not resumed the listing. */
  isItemLost: boolean
  /** This renter has the item from another rental, or ended that one without a return. */
  renterHasIt: boolean
  /** When the item last came back from an earlier rental; null if it never did. */
  itemBackAt: Date | null
  /** When the first day was last moved; null if it never was. */
  movedAt: Date | null
  /** When each side said that the other did not come. */
  noShow: Record<Side, Date | null>
  /** The renter’s objection to the hand-over stands. */
  isHandoverContested: boolean
}
