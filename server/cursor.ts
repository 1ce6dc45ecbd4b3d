import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'

type CursorValue = string | number | boolean

/** Writes a keyset cursor for a query string. */
export function writeCursor(values: readonly CursorValue[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/**
 * Reads a cursor that `writeCursor` wrote. Null, which means the first page, when there is none, or it is longer than
 * 2,000 characters or not of this `shape`.
 */
export function readCursor<T extends z.ZodType>(
  text: string | null | undefined,
  shape: T,
): z.infer<T> | null {
  if (!text || text.length > 2000) return null
  try {
    const read = shape.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** A UTC time in a cursor, as `exactly` writes it; only the years 1000 to 2999, which PostgreSQL can read. */
export const cursorTime = z.iso.datetime({ offset: true }).regex(/^[12]\d{3}-.{1,30}Z$/)

/** A number in a cursor that PostgreSQL reads as `real`, so neither too large nor too small for it. */
export const cursorReal = z.float32().refine((n) => n === 0 || Math.fround(n) !== 0)

/** The cursor of a list in the order of a time and an id, the newest first. */
export const newestCursor = z.tuple([cursorTime, z.uuid()])

/** A time as it is written in a cursor: exactly, as a timestamp has more digits than a `Date`. */
export const exactly = (time: RawBuilder<unknown>) =>
  sql<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/**
 * A page of at most `size` items. Its caller reads one row more: that only says that there is another page. `read`
 * returns what is shown of a row, and its cursor; `next` is the cursor of the last item, or null on the last page.
 */
export function pageOf<R, T>(
  rows: readonly R[],
  size: number,
  read: (row: R) => readonly [item: T, cursor: readonly CursorValue[]],
): { items: T[]; next: string | null } {
  const page = rows.slice(0, size).map(read)
  return {
    items: page.map(([item]) => item),
    next: rows.length > size ? writeCursor(page.at(-1)![1]) : null,
  }
}
