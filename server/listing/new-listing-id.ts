import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Owner } from '#domain/access.ts'
import type { ListingForm } from '#domain/listing/listing-form.ts'

/**
 * The id of a listing that is added: the same for the same owner, key and texts, so that a form that is sent twice
 * adds one. `key` is the UUIDv7 that the form was opened with; the id has its time, so that ids are ordered by time.
 * Photos are not compared, as a browser without scripts uploads them again. Without a key each id is new.
 */
export function newListingId(owner: Owner, { photoIds: _, ...texts }: ListingForm, key?: string): string {
  if (key === undefined) return uuid()
  const hash = createHash('sha256')
    .update(JSON.stringify([owner.id, key, texts]))
    .digest('hex')
  const variant = '89ab'[Number.parseInt(hash[0]!, 16) % 4]
  return `${key.slice(0, 15)}${hash.slice(1, 4)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`
}
