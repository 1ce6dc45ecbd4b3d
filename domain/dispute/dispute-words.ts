import { formatPeso } from '../money.ts'
import { formatInstant } from '../period.ts'
import { endSentence } from '../text.ts'
import { type DisputeOutcome, undecidedAt } from './dispute.ts'
import { type DisputeFacts, stageOf } from './stage.ts'
import type { ShownDecision } from './shown.ts'
import type { Side } from '../side.ts'

type Worded = DisputeFacts & {
  openedAt: Date
  outcome: DisputeOutcome | null
  depositMoved: number
  rentMoved: number
  goodwillMoved: number
  goodwillTo: Side | null
}
export type Names = Record<Side, string>

/** What happens next in a dispute, in a sentence or two that everyone reads. */
export function nextStep(dispute: Worded, names: Names, now: Date): string {
  const due = dispute.dueAt ? formatInstant(dispute.dueAt) : ''
  switch (stageOf(dispute, now)) {
    case 'answer': {
      const silent = (['owner', 'renter'] as const).filter(
        (side) => !dispute.said.some(({ by }) => by === side),
      )
      const who = silent.map((side) => names[side]).join(' and ')
      return `${who} can answer by ${formatInstant(dispute.answerBy)}. Then we decide.`
    }
    case 'decision':
      return (
        `We look at it and decide, by ${due} at the latest. ` +
        'If we don’t, money goes where it belongs without this.'
      )
    case 'decided':
      return (
        `The decision takes effect on ${due}, or once both accept it. ` +
        'Until then each side can appeal, with something new.'
      )
    case 'appealed':
      return (
        `We look at it again, by ${due}. If we don’t, the first decision stands. ` +
        'No money moves before that.'
      )
    case 'closed':
      return isClosedEarly(dispute) ? nothingLeft : ended[dispute.outcome ?? 'decided']
  }
}

/**
 * Whether it ended before its time, or that of its decision, without a decision that counts: the hand-over or return
 * was undone, or all money went back.
 */
const isClosedEarly = ({ outcome, openedAt, decidedAt, closedAt }: Worded) =>
  outcome === 'undecided' && closedAt !== null && (decidedAt !== null || closedAt < undecidedAt(openedAt))
const nothingLeft =
  'Closed: the rental was cancelled or its hand-over or return undone, so there was nothing to decide any more.'

const ended: Record<DisputeOutcome, string> = {
  agreed: 'Closed: the two agree.',
  decided: 'Closed: the decision stands.',
  appealed: 'Closed: decided on the appeal.',
  undecided: 'Closed without a decision, so money went where it belongs without it.',
  'taken-back': 'Closed: both took back what they said.',
  'one-took-back': 'Closed: one took back what they said, and what the other said stands.',
  'handed-over': 'Closed: both confirmed the hand-over.',
}

/** What moved when a dispute was closed, a sentence each. */
export function movedWords(dispute: Worded, names: Names): string[] {
  const { depositMoved, rentMoved, goodwillMoved, goodwillTo } = dispute
  return [
    depositMoved > 0 ? endSentence(`${formatPeso(depositMoved)} of the deposit went to ${names.owner}`) : '',
    rentMoved > 0
      ? endSentence(`${formatPeso(rentMoved)} of what was paid went back to ${names.renter}`)
      : '',
    goodwillTo ? endSentence(`We paid ${formatPeso(goodwillMoved)} of our own to ${names[goodwillTo]}`) : '',
  ].filter(Boolean)
}

/** A decision in one sentence. */
export function decisionWords(
  award: Pick<
    ShownDecision,
    'ownerCentavos' | 'rentCentavos' | 'goodwillCentavos' | 'goodwillTo' | 'neverGot'
  >,
  { ownerAsked, renterHadIt }: { ownerAsked: number | null; renterHadIt: boolean },
  names: Names,
): string {
  const parts = [
    award.neverGot ? neverGotWords(names.renter, renterHadIt) : '',
    ownerAsked === null
      ? award.ownerCentavos > 0
        ? `${formatPeso(award.ownerCentavos)} to ${names.owner}`
        : ''
      : `${formatPeso(award.ownerCentavos)} of ${formatPeso(ownerAsked)} granted`,
    award.rentCentavos > 0 ? `${formatPeso(award.rentCentavos)} back to ${names.renter}` : '',
    award.goodwillTo ? `${formatPeso(award.goodwillCentavos)} from us to ${names[award.goodwillTo]}` : '',
  ].filter(Boolean)
  return parts.join(', ') || 'no money moves'
}

const neverGotWords = (renter: string, renterHadIt: boolean) =>
  renterHadIt
    ? `${renter} never got it, but has said since that they had it, so the rental does not end by this`
    : `${renter} never got it, so the rental ends`
