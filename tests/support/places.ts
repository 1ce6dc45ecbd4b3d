import type { TypedPlace } from '#domain/address/place-form.ts'

/** A delivery address as someone types it. */
export const typedPlace: TypedPlace = {
  street: '12 Kalayaan Street',
  city: 'mandaluyong',
  barangay: 'Addition Hills',
  phone: '0917 123 4567',
  note: 'Blue gate',
}
