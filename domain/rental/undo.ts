/** What happened to a rental after its last action, as far as it prevents undoing that action. */
export type UndoFacts = {
  listingIsGone: boolean
  /** One of its two people deleted their account. */
  personIsGone: boolean
  /** Another rental of its listing holds one of its days. */
  datesAreHeld: boolean
  /**
   * A dispute about the rental is open, or moved money: of a return, since then; of an end without a return, any
   * dispute. An open one about the hand-over or the return itself that is not decided does not count, as the undo ends
   * it.
   */
  disputeStands?: boolean
  /** Some of its deposit was returned, or its owner has claimed some. */
  depositMoved: boolean
  /** More days were paid for since, although a dispute has settled the money: nothing of theirs would go back. */
  paidAfterDispute?: boolean
  /** Its late fee is in the book. */
  lateFeeCharged?: boolean
  /** One of its two people owes the other something for it, or did. */
  madeDebt?: boolean
  /** An admin gave back some of its rent when it ended, or the site paid one of its two people something. */
  rentMoved?: boolean
  /** A payout to or from its owner was recorded after the action booked the money, or made it ready to be paid. */
  ownerWasPaid: boolean
}

/** Whether an action undoes an earlier action. */
export function isUndo(action: string): boolean {
  return action === 'undo-activate' || action === 'undo-complete'
}

export const datesHeld = 'Another rental holds one of its days now. Cancel that one first.'

/** Why the last action of a rental can't be undone now, or null. Without facts about what happened since, it can't. */
export function whyNotUndone(facts: UndoFacts | undefined): string | null {
  if (!facts) return 'It is undone on the page of its order.'
  if (facts.listingIsGone) return 'Its listing was deleted.'
  if (facts.personIsGone) return 'The account of one of its two people was deleted.'
  if (facts.depositMoved) return 'Its deposit went back or was claimed since.'
  if (facts.lateFeeCharged) return 'Its late fee was charged since.'
  if (facts.madeDebt) return 'It made a debt of one of its two people.'
  if (facts.disputeStands) return 'A dispute about it is open or decided, or has moved money.'
  if (facts.paidAfterDispute)
    return 'More days were paid for after a dispute had settled its money: nothing of them would go back.'
  if (facts.rentMoved)
    return 'Some of its rent went back when it ended, or a goodwill payment was made since.'
  if (facts.ownerWasPaid)
    return 'A payment to or from its owner was recorded since. Take that back first, under Payouts.'
  return facts.datesAreHeld ? datesHeld : null
}
