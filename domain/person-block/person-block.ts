import { endSentence } from '../text.ts'
import { refuse, type Verdict } from '../verdict.ts'

/** Whether one of two people has blocked the other, from the view of one of them. */
export type PersonBlocks = { byMe: boolean; byThem: boolean }
export const noPersonBlocks: PersonBlocks = { byMe: false, byThem: false }

/**
 * Whether someone may write to the other person of a thread. An Approved or Active rental of its listing keeps the
 * thread open both ways, as the two have to arrange hand-over and return. Refusal: `blocked`; its message never says
 * that the other person blocked them.
 * ### Example Of `{ byMe: false, byThem: true }` without such a rental it is refused: “Messages to Ana Cruz are not
 * possible at the moment. …”
 */
export function decideContact(
  { byMe, byThem }: PersonBlocks,
  { partnerName, rentalRuns }: { partnerName: string; rentalRuns: boolean },
): Verdict {
  if (rentalRuns || (!byMe && !byThem)) return { ok: true }
  if (byMe)
    return refuse('blocked', `${endSentence(`You blocked ${partnerName}`)} Unblock them to write again.`)
  return refuse(
    'blocked',
    `Messages to ${partnerName} are not possible at the moment. If it is about a rental, write to us and we help.`,
  )
}

/** Whether someone may request a rental from an owner. Earlier requests go on. Refusal: `blocked`. */
export function decideRentalRequest(
  { byMe, byThem }: PersonBlocks,
  { ownerName }: { ownerName: string },
): Verdict {
  if (byMe)
    return refuse(
      'blocked',
      `${endSentence(`You blocked ${ownerName}`)} Unblock them in Settings to rent from them again.`,
    )
  if (byThem)
    return refuse('blocked', `You can’t rent from ${ownerName} at the moment. Please choose another item.`)
  return { ok: true }
}
