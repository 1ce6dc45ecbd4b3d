import type { LifecycleFacts } from '#domain/rental/lifecycle-facts.ts'
import type { NoShow } from '#domain/rental/no-show.ts'

export const nobodySaid: NoShow = { owner: null, renter: null }

/** The facts of a rental whose item has no other rental, and of which nobody said anything. */
export const onlyRental: LifecycleFacts = {
  outEnd: null,
  isOutToRenter: false,
  awaitedEnd: null,
  isOtherHandoverContested: false,
  isItemLost: false,
  renterHasOrLostIt: false,
  itemBackAt: null,
  movedAt: null,
  noShow: nobodySaid,
  isHandoverInDoubt: false,
}
