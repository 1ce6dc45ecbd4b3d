import type { ColumnType, Generated } from 'kysely'
import type { Direction } from '#domain/handover/code.ts'
import type { ReminderKind } from '#domain/notification/reminders.ts'
import type { ChangeState } from '#domain/change/change.ts'
import type { WaitState } from '#domain/waitlist/waitlist.ts'
import type { EntryFacts, EntryPhotos, EntrySide } from '#domain/timeline/entry.ts'
import type { Json, Nullable } from './columns.ts'

/* The tables beside rentals, a part of `schema.ts`. */

export interface RentalEntryTable {
  rentalId: string
  seq: number
  at: Date
  byId: Nullable<string>
  side: EntrySide
  kind: string
  facts: ColumnType<Json<EntryFacts>, string, never>
  text: Nullable<string>
  textSalt: Nullable<string>
  textHash: Nullable<string>
  photos: ColumnType<Json<EntryPhotos>, string, never>
  prev: Nullable<string>
  hash: string
}

/** Of an account, a listing or a rental: exactly one of the three. */
export interface PlaceTable {
  accountId: Nullable<string>
  listingId: Nullable<string>
  rentalId: Nullable<string>
  street: string
  barangay: string
  barangayCode: string
  city: string
  cityCode: string
  phone: string
  note: string
  changedAt: Date
  /** When the copy of a rental goes; null before its end, and for the others. */
  goesAt: Nullable<Date>
}

export interface HandoverCodeTable {
  rentalId: string
  direction: Direction
  version: Generated<number>
  wrong: Generated<number>
  pausedUntil: Nullable<Date>
}

export interface ReminderTable {
  rentalId: string
  kind: ReminderKind | 'not-back'
  number: number
  sentAt: Date
}

export interface WaitlistEntryTable {
  id: string
  accountId: string
  listingId: string
  period: string
  askedAt: Date
  state: Generated<WaitState>
  offeredUntil: Nullable<Date>
  endedAt: Nullable<Date>
}

export interface RentalChangeTable {
  id: string
  rentalId: string
  fromPeriod: string
  toPeriod: string
  rentCentavos: number
  feeCentavos: number
  state: Generated<ChangeState>
  askedAt: Date
  answerBy: Date
  answeredAt: Nullable<Date>
  endedAt: Nullable<Date>
  /** Its order, once it waits for its payment. */
  orderId: Nullable<string>
}
