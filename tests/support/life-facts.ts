import type { LifeFacts } from '#domain/rental/life-facts.ts'
import type { NoShow } from '#domain/rental/no-show.ts'

export const nobodySaid: NoShow = { owner: null, renter: null }

/** The facts of a rental whose item has no other rental, and of which nobody said anything. */
export const onlyRental: LifeFacts = {
  outEnd: null,
  awaitedEnd: null,
  isAwaitedContested: false,
  isItemLost: false,
  renterHasIt: false,
  itemBackAt: null,
  movedAt: null,
  noShow: nobodySaid,
  isHandoverContested: false,
}
