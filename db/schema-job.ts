import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { CreatedAt, Nullable, Timestamp } from './columns.ts'

export interface SweepTurnTable {
  name: string
  beganAt: Date
  busyUntil: Date
  failures: Generated<number>
  failingSince: Nullable<Date>
  lastError: Nullable<string>
}

export interface EffectTable {
  id: GeneratedAlways<number>
  kind: string
  payload: ColumnType<Record<string, unknown>, string, never>
  createdAt: CreatedAt
  dueAt: Timestamp
  attempts: Generated<number>
  /** A code of `errorCodeOf`; null while nothing went wrong. */
  lastError: Nullable<string>
  doneAt: Nullable<Date>
  /** The instant at which it was given up. */
  failedAt: Nullable<Date>
  causeId: Nullable<number>
}
