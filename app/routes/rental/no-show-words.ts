import { formatInstant } from '#domain/period.ts'
import { contradictUntil, isContradicted, type NoShow } from '#domain/rental/no-show.ts'
import { otherSide, type Side } from '#domain/side.ts'

/** What was said about who did not come, for one of the two. `isDisputed`: a dispute about the rental is open. */
export function noShowWords(noShow: NoShow, side: Side, partner: string, isDisputed: boolean): string[] {
  if (isContradicted(noShow))
    return [
      `You and ${partner} each say that the other did not come. ` +
        (isDisputed
          ? 'It is decided in the dispute; the rental waits for it.'
          : 'The dispute about that is over: the rental ends after its last day unless it is handed over by then.'),
    ]
  const mine = noShow[side]
  const theirs = noShow[otherSide(side)]
  if (mine)
    return [
      `You said that ${partner} did not come. If they say nothing, it stands from ` +
        `${formatInstant(contradictUntil(mine))}.`,
    ]
  if (theirs)
    return [
      `${partner} says that you did not come. If that is wrong, please say so by ` +
        `${formatInstant(contradictUntil(theirs))}.`,
    ]
  return []
}
