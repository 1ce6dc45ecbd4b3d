import type { Centavos } from '../money.ts'
import type { Side } from '../side.ts'
import { hoursAfter } from '../time.ts'

/** What a dispute is about. */
export const disputeKinds = {
  damage: 'Damage',
  'missing-parts': 'Missing parts',
  'not-as-described': 'Not as described',
  'not-handed-over': 'Not handed over',
  'not-returned': 'Not returned',
  late: 'Returned late',
  'no-show': 'Somebody did not come',
  money: 'Money',
} as const
export type DisputeKind = keyof typeof disputeKinds
/** The kinds that say, before a hand-over, that the other side did not come to it. */
export const noShowKinds = ['no-show', 'not-handed-over'] as const satisfies readonly DisputeKind[]
/** Whether a statement of this kind says so. */
export const saysNoShow = (kind: DisputeKind | null | undefined): boolean =>
  (noShowKinds as readonly unknown[]).includes(kind)

export type Speaker = Side | 'system'
export type StatementPart = 'open' | 'answer' | 'appeal'
/**
 * How a dispute ended: one accepted what the other asks for, an admin decided, an admin decided on the appeal, nobody
 * decided in time, both or one of them took back what they said, or both confirmed the hand-over.
 */
export type DisputeOutcome =
  | 'agreed'
  | 'decided'
  | 'appealed'
  | 'undecided'
  | 'taken-back'
  | 'one-took-back'
  | 'handed-over'

/** How many hours the other side has to answer. */
export const ANSWER_HOURS = 72
/** After how many days a dispute that nobody decided on ends. */
export const UNDECIDED_DAYS = 14
/** For how many days a decision can be appealed. */
const APPEAL_DAYS = 7
/** How many days admins have to decide on an appeal. */
export const APPEAL_DECIDE_DAYS = 7
/** How many days after a rental’s last day a dispute can be opened about an item that was never returned. */
export const NEVER_BACK_DAYS = 14
export const MAX_STATEMENT_TEXT = 2000
/** How many statements each side may make in one dispute. */
export const MAX_STATEMENTS = 5

/** Until when we wait for the other side before we decide; they may answer until we do. */
export const disputeAnswerBy = (openedAt: Date): Date => hoursAfter(openedAt, ANSWER_HOURS)
/** When a dispute without a decision ends. */
export const undecidedAt = (openedAt: Date): Date => hoursAfter(openedAt, UNDECIDED_DAYS * 24)
/** Until when a decision can be appealed. */
export const appealBy = (decidedAt: Date): Date => hoursAfter(decidedAt, APPEAL_DAYS * 24)
/** When the first decision stands, if nobody decides on the appeal. */
export const appealDecidedBy = (appealedAt: Date): Date => hoursAfter(appealedAt, APPEAL_DECIDE_DAYS * 24)

/** What an admin decides, in centavos. */
export type Award = {
  /** What the owner gets, from the deposit first; the renter owes the rest. */
  ownerCentavos: Centavos
  /** What the renter gets back of what they paid besides the deposit. */
  rentCentavos: Centavos
  /** What the site pays of its own money, and to whom. */
  goodwillCentavos: Centavos
  goodwillTo: Side | null
}

/** Nobody gets anything. */
export const noAward: Award = { ownerCentavos: 0, rentCentavos: 0, goodwillCentavos: 0, goodwillTo: null }

/** What happens in a dispute that its two people are notified of. */
export type DisputeEvent = 'opened' | 'answered' | 'accepted' | 'decided' | 'appealed' | 'settled'
