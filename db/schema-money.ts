import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { BookAccount, PayoutDirection } from '#domain/book/book.ts'
import type { DebtCause, DebtSettled } from '#domain/debt/debt.ts'
import type { DisputeKind, DisputeOutcome, Speaker, StatementPart } from '#domain/dispute/dispute.ts'
import type { MovementKind, ProposalDecision } from '#domain/proposal/proposal.ts'
import type { DifferenceKind } from '#domain/reconciliation/reconciliation.ts'
import type { RefundReason, RefundStatus } from '#domain/refund/refund.ts'
import type { Charge, MoneyLineKind } from '#domain/book/money-line.ts'
import type { Side } from '#domain/side.ts'
import type { CreatedAt, Nullable } from './columns.ts'

/* The tables of money, a part of `schema.ts`. */

export interface CheckoutSessionTable {
  id: string
  orderId: string
  url: string
  live: boolean
  centavos: number
  createdAt: CreatedAt
  checkedAt: Nullable<Date>
  closedAt: Nullable<Date>
}

export interface PaymentTable {
  id: string
  orderId: string
  sessionId: string
  centavos: number
  feeCentavos: Generated<number>
  channel: string
  purpose: 'order' | 'unused'
  paidAt: Date
  recordedAt: CreatedAt
}

export interface RefundTable {
  id: string
  orderId: string
  rentalId: Nullable<string>
  paymentId: string
  centavos: number
  reason: RefundReason
  status: Generated<RefundStatus>
  providerId: Nullable<string>
  note: Nullable<string>
  createdAt: CreatedAt
  /**
   * While it is `due`: when its attempt was first requested from the provider; null before. Later: when the provider
   * was last asked about it, or else the same; null for one that was found in its list. Queries name which.
   */
  triedAt: Nullable<Date>
  doneAt: Nullable<Date>
  proof: Nullable<string>
  paidOutBy: Nullable<string>
  attempt: Generated<number>
  paidOn: Nullable<string>
  /** What it is for besides its rental, such as a change: a reason repeats with each. */
  causeId: Nullable<string>
}

export interface ProviderEventTable {
  id: string
  type: string
  about: Nullable<string>
  receivedAt: CreatedAt
  processedAt: Nullable<Date>
  outcome: Nullable<string>
}

export interface BookEntryTable {
  id: GeneratedAlways<number>
  key: string
  kind: string
  orderId: Nullable<string>
  rentalId: Nullable<string>
  at: CreatedAt
}

export interface BookPostingTable {
  id: GeneratedAlways<number>
  entryId: number
  bookAccount: BookAccount
  personId: Nullable<string>
  rentalId: Nullable<string>
  centavos: number
}

/** Triggers write it, from `book_posting` and the status of rentals. */
export interface OwnerSumTable {
  ownerId: string
  balanceCentavos: number
  openCentavos: number
  cashDepositCentavos: number
}

export interface DepositClaimTable {
  rentalId: string
  centavos: number
  reason: string
  createdAt: CreatedAt
  grantedCentavos: Nullable<number>
  decision: Nullable<string>
  decidedAt: Nullable<Date>
  decidedBy: Nullable<string>
  answer: Nullable<string>
  answeredAt: Nullable<Date>
  grantedBefore: Generated<number>
}

export interface DisputeTable {
  id: string
  rentalId: string
  kind: DisputeKind
  openedBy: Speaker
  openedAt: Date
  answerBy: Date
  answeredAt: Nullable<Date>
  ownerAsked: Nullable<number>
  renterAsked: Nullable<number>
  dueAt: Nullable<Date>
  ownerAcceptedAt: Nullable<Date>
  renterAcceptedAt: Nullable<Date>
  appealedBy: Nullable<Side>
  appealedAt: Nullable<Date>
  closedAt: Nullable<Date>
  outcome: Nullable<DisputeOutcome>
  depositMoved: Generated<number>
  rentMoved: Generated<number>
  goodwillMoved: Generated<number>
  goodwillTo: Nullable<Side>
  /** It ended with it that the renter never got the item. */
  neverGot: Generated<boolean>
  /** Written by the version before only; `debt` has what is owed. */
  owed: Generated<number>
  owedBy: Nullable<Side>
}

export interface DisputeStatementTable {
  id: GeneratedAlways<number>
  disputeId: string
  by: Speaker
  part: StatementPart
  kind: Nullable<DisputeKind>
  text: string
  asked: Nullable<number>
  photoIds: Generated<string[]>
  at: Date
}

export interface DisputeDecisionTable {
  disputeId: string
  round: number
  ownerCentavos: number
  rentCentavos: number
  goodwillCentavos: number
  goodwillTo: Nullable<Side>
  neverGot: Generated<boolean>
  reason: string
  decidedBy: Nullable<string>
  decidedAt: Date
}

export interface LateFeeTable {
  rentalId: string
  waivedCentavos: Generated<number>
  waivedAll: Generated<boolean>
  notReturnedAt: Nullable<Date>
  days: Nullable<number>
  feeCentavos: Generated<number>
  depositCentavos: Generated<number>
  fixedAt: Nullable<Date>
  dueAt: Nullable<Date>
  objection: Nullable<string>
  objectedAt: Nullable<Date>
  settledAt: Nullable<Date>
}

export interface DebtTable {
  id: string
  rentalId: string
  cause: DebtCause
  owedBy: Side
  centavos: number
  since: Date
  remindedAt: Nullable<Date>
  settledAt: Nullable<Date>
  settledHow: Nullable<DebtSettled>
}

export interface NoShowTable {
  rentalId: string
  saidBy: Side
  /** When it was said, or from when its 24 hours count anew. */
  saidAt: Date
  agreedAt: Nullable<Date>
}

export interface PayoutTable {
  id: string
  ownerId: Nullable<string>
  direction: PayoutDirection
  centavos: number
  reference: string
  paidOn: string
  recordedAt: CreatedAt
  recordedBy: string
  reversedAt: Nullable<Date>
  reversedBy: Nullable<string>
  reversalReason: Nullable<string>
}

export interface ProposalTable {
  id: string
  kind: MovementKind
  about: string
  payload: ColumnType<Record<string, unknown>, string, never>
  proposedBy: string
  proposedAt: Date
  decision: Nullable<ProposalDecision>
  decidedBy: Nullable<string>
  decidedAt: Nullable<Date>
  reason: Nullable<string>
}

export interface ReconciliationTable {
  id: string
  day: string
  beganAt: CreatedAt
  endedAt: Nullable<Date>
  paymentsSeen: Generated<number>
  refundsSeen: Generated<number>
  failure: Nullable<string>
  askedBy: Nullable<string>
  since: Nullable<Date>
}

export interface ReconciliationDifferenceTable {
  id: GeneratedAlways<number>
  reconciliationId: string
  kind: DifferenceKind
  providerId: Nullable<string>
  orderId: Nullable<string>
  ourCentavos: Nullable<number>
  theirCentavos: Nullable<number>
  explainedAt: Nullable<Date>
  explainedBy: Nullable<string>
  explanation: Nullable<string>
  note: Nullable<string>
}

export interface MoneyLineTable {
  id: GeneratedAlways<number>
  orderId: string
  rentalId: string
  kind: MoneyLineKind
  centavos: number
  createdAt: CreatedAt
  returns: Nullable<Charge>
  /** The change of the rental that it is for. */
  changeId: Nullable<string>
}
