import { createHash } from 'node:crypto'
import { type ApprovedText, listingColumns } from '#domain/listing/listing-fields.ts'

/** Names what a listing's form holds: the same text for the same fields and photos, in the same order. */
export function versionOf(text: ApprovedText): string {
  const parts = [...listingColumns.map((column) => text[column]), text.photoIds]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16)
}
