import { endSentence } from '../text.ts'
import { refuse, type Verdict } from '../verdict.ts'

/** Whether one of two people has blocked the other, as one of them sees it. */
export type Blocks = { byMe: boolean; byThem: boolean }
export const noBlocks: Blocks = { byMe: false, byThem: false }

/**
 * Whether someone may write to the other of a thread. A rental of its listing that is Approved or Active keeps the
 * thread open both ways, as things have to be handed over and brought back. Refusal: `blocked`; it never says of the
 * other that they blocked.
 *
 * ### Example
 * Of `{ byMe: false, byThem: true }` without such a rental it is refused: “Messages to Ana Cruz are not possible at
 * the moment. …”
 */
export function decideContact(
  { byMe, byThem }: Blocks,
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

/** Whether someone may ask an owner for a rental. What was asked for before goes on. Refusal: `blocked`. */
export function decideRequest({ byMe, byThem }: Blocks, { ownerName }: { ownerName: string }): Verdict {
  if (byMe)
    return refuse(
      'blocked',
      `${endSentence(`You blocked ${ownerName}`)} Unblock them in Settings to rent from them again.`,
    )
  if (byThem)
    return refuse('blocked', `You can’t rent from ${ownerName} at the moment. Please choose another item.`)
  return { ok: true }
}
