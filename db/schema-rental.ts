import type { ColumnType } from 'kysely'
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
