/** The address of the tracker. */
export const trackerPath = '/profile/rental-tracker'

/** The address of a page below that of a rental. */
export type RentalPart = 'address' | 'change' | 'claim' | 'late' | 'no-show' | 'owed'

/** The address of a rental's page for its two people, or of a page below it. */
export const rentalPath = (rentalId: string, part?: RentalPart): string =>
  `${trackerPath}/${rentalId}${part ? `/${part}` : ''}`
