import type { ListingField } from '#domain/listing/listing-fields.ts'
import type { ListingForm } from '#domain/listing/listing-form.ts'

/** The values for the required fields only, and the schema's result for such a form. */
export const leastTyped = {
  title: '4-person tent',
  categoryId: '3',
  pricePerDay: '333.33',
  description: 'Dry and clean.',
}
export const leastForm: ListingForm = {
  title: '4-person tent',
  description: 'Dry and clean.',
  pricePerDay: 33_333,
  deposit: 0,
  cancellationPolicy: 'flexible',
  categoryId: 3,
  tags: '',
  location: 'Mandaluyong, Metro Manila',
  ownerTerms: '',
  bookableWhileRented: false,
  photoIds: [],
}

/** Values for every field, each different from those in `leastForm`. */
export const filledForm: Record<ListingField, string> = {
  title: 'Tent for eight',
  description: 'Two rooms.\nComes with a lamp.',
  pricePerDay: '450.00',
  deposit: '500.00',
  cancellationPolicy: 'strict',
  categoryId: '2',
  tags: 'tent, camping',
  location: 'Pasig, Metro Manila',
  ownerTerms: 'Dry it first.',
  bookableWhileRented: 'on',
}
