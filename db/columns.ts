import type { ColumnType } from 'kysely'

/** An instant that is set when a row is inserted and never changed. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>
/** An instant that can change; left out of an insert, it has the column's default. */
export type Timestamp = ColumnType<Date, Date | undefined, Date>
/** A column that may be null, and may be left out of an insert. */
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

/** The value of a `jsonb` column as it is read; write it as `JSON.stringify(value)`. */
export type Json<T> = T
