import type { Centavos } from '../money.ts'
import type { DisputeKind, DisputeOutcome, Speaker, StatementPart } from './dispute.ts'
import type { Side } from '../side.ts'

/** A dispute as its two people and admins read it. */
export type ShownDispute<Photo> = {
  id: string
  kind: DisputeKind
  openedBy: Speaker
  openedAt: Date
  answerBy: Date
  dueAt: Date | null
  ownerAsked: Centavos | null
  renterAsked: Centavos | null
  ownerAcceptedAt: Date | null
  renterAcceptedAt: Date | null
  appealedBy: Side | null
  appealedAt: Date | null
  closedAt: Date | null
  outcome: DisputeOutcome | null
  depositMoved: Centavos
  rentMoved: Centavos
  goodwillMoved: Centavos
  goodwillTo: Side | null
  /** `saidHadIt` of its rental now: a decision that the renter never got the item does not end it then. */
  renterHadIt: boolean
  /** What one owes the other beside what moved. */
  debt: { centavos: Centavos; owedBy: Side; isSettled: boolean } | null
  said: ShownStatement<Photo>[]
  decisions: ShownDecision[]
}

export type ShownStatement<Photo> = {
  id: number
  by: Speaker
  part: StatementPart
  kind: DisputeKind | null
  text: string
  asked: Centavos | null
  at: Date
  photos: Photo[]
}

export type ShownDecision = {
  round: number
  ownerCentavos: Centavos
  rentCentavos: Centavos
  goodwillCentavos: Centavos
  goodwillTo: Side | null
  /** The renter never got the item: the rental ends with it. */
  neverGot: boolean
  reason: string
  decidedAt: Date
}
