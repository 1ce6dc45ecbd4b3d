/** What happened to a rental since its last step, as far as undoing that step would contradict it. */
export type Since = {
  listingIsGone: boolean
  /** One of its two people deleted their account. */
  personIsGone: boolean
  /** Another rental of its listing holds one of its days. */
  datesAreHeld: boolean
  /** Some of its deposit went back, or its owner has claimed some. */
  depositMoved: boolean
  /**
   * A payment to or from its owner was recorded that counts with what the step booked, or made ready to be paid out.
   */
  ownerWasPaid: boolean
}

/** Whether an action takes an earlier step back. */
export function isUndo(action: string): boolean {
  return action === 'undo-activate' || action === 'undo-complete'
}

export const datesHeld = 'Another rental holds one of its days now. Cancel that one first.'

/** Why the last step of a rental can't be undone now, or null. Without knowing what happened since, it can't. */
export function whyNotUndone(since: Since | undefined): string | null {
  if (!since) return 'It is undone on the page of its order.'
  if (since.listingIsGone) return 'Its listing was deleted.'
  if (since.personIsGone) return 'The account of one of its two people was deleted.'
  if (since.depositMoved) return 'Its deposit went back or was claimed since.'
  if (since.ownerWasPaid)
    return 'A payment to or from its owner was recorded since. Take that back first, under Payouts.'
  return since.datesAreHeld ? datesHeld : null
}
