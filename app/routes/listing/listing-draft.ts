import { DEFAULT_LOCATION } from '#domain/listing/listing.ts'
import {
  columnOf,
  type ListingField,
  listingFields,
  type ListingText,
} from '#domain/listing/listing-fields.ts'
import { pesoFieldValue } from '#domain/money.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { versionOf } from '#server/listing/listing-version.ts'
import type { ListingPage } from '#server/listing/queries.ts'

/** The initial values of the form's fields. */
export type ListingDraft = {
  /** Null for a new listing. */
  listingId: string | null
  /** Of a new listing: the UUIDv7 that makes two submits one listing. */
  key: string | null
  /** Of a listing that is edited: its version when the form was opened. */
  seen: string | null
  values: Record<ListingField, string>
  photos: readonly PhotoRef[]
}

const eachField = (value: (field: ListingField) => string) =>
  Object.fromEntries(listingFields.map((field) => [field, value(field)])) as Record<ListingField, string>

/** The draft of a new listing; two submits of the same `key` add one listing. */
export const newDraft = (key: string): ListingDraft => ({
  listingId: null,
  key,
  seen: null,
  values: { ...eachField(() => ''), location: DEFAULT_LOCATION, cancellationPolicy: 'flexible' },
  photos: [],
})

/** A listing as the values of its form's fields. */
export function draftOf(listing: ListingPage): ListingDraft {
  const values = eachField((field) => inputs[field]?.(listing) ?? plainInput(listing[columnOf(field)]))
  const seen = versionOf({ ...listing, photoIds: listing.photos.map(({ id }) => id) })
  return { listingId: listing.id, key: null, seen, values, photos: listing.photos }
}

/** The fields whose value is not written by `plainInput`. */
const inputs: { [F in ListingField]?: (listing: ListingText) => string } = {
  pricePerDay: ({ pricePerDayCentavos }) => pesoFieldValue(pricePerDayCentavos),
  deposit: ({ depositCentavos }) => (depositCentavos > 0 ? pesoFieldValue(depositCentavos) : ''),
}

function plainInput(value: ListingText[keyof ListingText]): string {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'boolean') return value ? 'on' : ''
  return String(value ?? '')
}
