import type { ColumnType } from 'kysely'

/** A moment that is set when a row is written and never after. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>
/** A moment that changes. */
export type Timestamp = ColumnType<Date, Date | undefined, Date>
/** A column that may be null, and left out. */
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

/** What a column of `jsonb` holds. */
export type Json<T> = T
