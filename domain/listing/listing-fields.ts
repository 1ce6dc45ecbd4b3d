import { listingForm, type ListingForm } from './listing-form.ts'

/** A field of the listing form that is a column of `listing`; photos have rows of their own. */
export type ListingField = Exclude<keyof ListingForm, 'photoIds'>

/** The columns whose name differs from their field's. */
const otherNames = { pricePerDay: 'pricePerDayCentavos', deposit: 'depositCentavos' } as const
type ColumnOf<F extends ListingField> = F extends keyof typeof otherNames ? (typeof otherNames)[F] : F

/**
 * What an owner writes about a listing, by column: every field of the form. Only known tags are included; the category
 * is null when it was deleted since.
 */
export type ListingText = {
  -readonly [F in ListingField as ColumnOf<F>]: F extends 'tags'
    ? string[]
    : F extends 'categoryId'
      ? number | null
      : ListingForm[F]
}
export type ListingColumn = keyof ListingText

/** The parts of a listing that an admin approves. */
export type ApprovedText = ListingText & {
  /** In their order. A photo that was removed since stays until an admin accepts the edit. */
  photoIds: string[]
}

/** The fields of the form, in its order, without the photos. */
export const listingFields = Object.keys(listingForm.shape).filter(
  (name): name is ListingField => name !== 'photoIds',
)

/** The column in which a field of the form is stored. */
export function columnOf(field: ListingField): ListingColumn {
  return field in otherNames ? otherNames[field as keyof typeof otherNames] : (field as ListingColumn)
}

/** The columns that the form fills, in its order. */
export const listingColumns = listingFields.map(columnOf)
