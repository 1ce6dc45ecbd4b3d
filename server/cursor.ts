import { z } from 'zod'

/** Writes a keyset cursor for a query string. */
export function writeCursor(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** Reads a cursor against its shape; anything else than one we wrote reads as null, i.e. the first page. */
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
