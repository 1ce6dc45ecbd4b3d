import type { Centavos } from '../money.ts'
import { formatInstant } from '../period.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { type Award, type DisputeKind, MAX_STATEMENTS, type Speaker } from './dispute.ts'
import { onlyFor, otherSide, type Side } from '../side.ts'

/** A dispute so far. */
export type DisputeFacts = {
  openedBy: Speaker
  answerBy: Date
  ownerAsked: Centavos | null
  renterAsked: Centavos | null
  ownerAcceptedAt: Date | null
  renterAcceptedAt: Date | null
  decidedAt: Date | null
  appealedBy: Side | null
  dueAt: Date | null
  closedAt: Date | null
  /** Who said what so far: the parts and kinds of their statements. */
  said: readonly { by: Speaker; part: 'open' | 'answer' | 'appeal'; kind: DisputeKind | null }[]
}

/**
 * `answer`: a side has yet to say something, and still has time; `decision`: an admin has to decide; `decided`: it can
 * be appealed or accepted; `appealed`: an admin has to decide again; `closed`: money has moved.
 */
export type DisputeStage = 'answer' | 'decision' | 'decided' | 'appealed' | 'closed'

/**
 * What a side accepts: the other's demand, with the amount it saw (null: no money) and whether it saw that the rental
 * ends as never handed over (see `endsAsNeverGot`), or an admin's decision.
 */
export type Acceptance =
  | { what: 'demand'; centavos: Centavos | null; neverGot?: boolean }
  | { what: 'decision' }

/** What a side asks for, in centavos; null: no money. */
export const demandOf = (
  { ownerAsked, renterAsked }: Pick<DisputeFacts, 'ownerAsked' | 'renterAsked'>,
  side: Side,
): Centavos | null => (side === 'owner' ? ownerAsked : renterAsked)

const spoke = (facts: DisputeFacts, side: Side) => facts.said.some(({ by }) => by === side)

/** The stage of a dispute. */
export function stageOf(facts: DisputeFacts, now: Date): DisputeStage {
  if (facts.closedAt) return 'closed'
  if (facts.appealedBy) return 'appealed'
  if (facts.decidedAt) return 'decided'
  const silent = !spoke(facts, 'owner') || !spoke(facts, 'renter')
  return silent && now <= facts.answerBy ? 'answer' : 'decision'
}

const over = () => refuse('decided', 'This claim is decided already. Nothing was changed.')
/** Whether its time ran out, and only the sweep has not come by yet. */
const isDue = ({ dueAt }: DisputeFacts, now: Date) => dueAt !== null && now > dueAt

/**
 * Whether a side may answer: once to the other side until we decide, and once to an appeal.
 * Refusals: `decided`, `side` (they opened it), `answered`.
 */
export function decideAnswering(facts: DisputeFacts, side: Side, now: Date): Verdict {
  const stage = stageOf(facts, now)
  if (stage === 'closed' || stage === 'decided' || isDue(facts, now)) return over()
  if (stage !== 'appealed' && facts.openedBy === side) return onlyFor(otherSide(side))
  const inAppeal = facts.said.some(({ by, part }) => by === side && part === 'appeal')
  if (stage === 'appealed' ? inAppeal : spoke(facts, side))
    return refuse('answered', 'You have answered this claim already.')
  return { ok: true }
}

/**
 * Whether a side, or the system, may add a statement to the open dispute. Refusals: `decided`, `limit` (five
 * statements; an objection may be one more).
 */
export function decideAdding(facts: DisputeFacts, side: Speaker, now: Date, isObjection = false): Verdict {
  const stage = stageOf(facts, now)
  if ((stage !== 'answer' && stage !== 'decision') || isDue(facts, now)) return over()
  if (
    side !== 'system' &&
    !isObjection &&
    facts.said.filter(({ by }) => by === side).length >= MAX_STATEMENTS
  )
    return refuse('limit', `You can say something ${MAX_STATEMENTS} times at most. We decide soon.`)
  return { ok: true }
}

/**
 * Whether a side may accept: what the other side asks for, which ends it, or the decision, which ends it when both
 * have. Refusals: `decided`, `stale` (the stage or the amount is no longer what they saw), `incomplete` (the other
 * side has said nothing), `answered` (accepted already). `neverGot`: whether the rental ends as never handed over if
 * the demand is accepted.
 */
export function decideAccepting(
  facts: DisputeFacts,
  side: Side,
  accepts: Acceptance,
  now: Date,
  neverGot = false,
): Verdict<{ ends: boolean }> {
  const stage = stageOf(facts, now)
  if (stage === 'closed' || stage === 'appealed' || isDue(facts, now)) return over()
  const other = otherSide(side)
  const changed = () => refuse('stale', 'This has changed meanwhile. Please look at it again.')
  if ((stage === 'decided') !== (accepts.what === 'decision')) return changed()
  if (accepts.what === 'demand') {
    if (!spoke(facts, other)) return refuse('incomplete', 'The other side has said nothing yet.')
    const isSame = accepts.centavos === demandOf(facts, other) && (accepts.neverGot ?? false) === neverGot
    return isSame ? { ok: true, ends: true } : changed()
  }
  const at = { owner: facts.ownerAcceptedAt, renter: facts.renterAcceptedAt }
  if (at[side]) return refuse('answered', 'You have accepted the decision already.')
  return { ok: true, ends: at[other] !== null }
}

/**
 * Whether a side may appeal: once, within 7 days of the decision, unless they accepted it. Refusals: `early` (not
 * decided yet), `decided`, `answered`, `late`.
 */
export function decideAppealing(facts: DisputeFacts, side: Side, now: Date): Verdict {
  const stage = stageOf(facts, now)
  if (stage === 'answer' || stage === 'decision')
    return refuse('early', 'We have not decided yet. Nothing was changed.')
  if (stage !== 'decided') return over()
  if (isDue(facts, now)) return refuse('late', 'The time for an appeal is over.')
  if (side === 'owner' ? facts.ownerAcceptedAt : facts.renterAcceptedAt)
    return refuse('answered', 'You have accepted the decision already.')
  return { ok: true }
}

/**
 * Whether an admin may decide now. Refusals: `early` (it takes from a side that still has time to answer), `decided`
 * (also when the time for it is over), `own` (they made the first decision, and another admin can decide).
 */
export function decideDeciding(
  facts: DisputeFacts,
  award: Pick<Award, 'ownerCentavos' | 'rentCentavos'>,
  { madeFirstDecision, anotherCanDecide }: { madeFirstDecision: boolean; anotherCanDecide: boolean },
  now: Date,
): Verdict<{ round: 1 | 2 }> {
  const stage = stageOf(facts, now)
  if (stage === 'closed' || stage === 'decided' || isDue(facts, now)) return over()
  const unheard =
    (award.ownerCentavos > 0 && !spoke(facts, 'renter')) || (award.rentCentavos > 0 && !spoke(facts, 'owner'))
  if (stage === 'answer' && unheard)
    return refuse(
      'early',
      `They can answer until ${formatInstant(facts.answerBy)}. Please decide after that, or once they have.`,
    )
  if (stage !== 'appealed') return { ok: true, round: 1 }
  if (madeFirstDecision && anotherCanDecide)
    return refuse('own', 'You decided this before. Another admin decides on the appeal.')
  return { ok: true, round: 2 }
}
