import type { Generated } from 'kysely'
import type { ReportDecision, ReportReason, ReportedKind } from '#domain/report/report.ts'
import type { CreatedAt, Nullable } from './columns.ts'

/* The tables of person blocks, reports and take-downs, a part of `schema.ts`. */

export interface PersonBlockTable {
  blockerId: string
  blockedId: string
  blockedAt: CreatedAt
}

export interface ReportTable {
  id: string
  reporterId: string
  reportedId: string
  about: ReportedKind
  threadId: Nullable<string>
  messageId: Nullable<number>
  messageText: Nullable<string>
  messageSentAt: Nullable<Date>
  reason: ReportReason
  note: Generated<string>
  createdAt: CreatedAt
  closedAt: Nullable<Date>
  closedBy: Nullable<string>
  decision: Nullable<ReportDecision>
  decisionNote: Nullable<string>
  listingId: Nullable<string>
  reviewId: Nullable<string>
  reportedText: Nullable<string>
}
