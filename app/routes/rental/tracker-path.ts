import type { Side } from '#domain/side.ts'

export const trackerPath = '/profile/rental-tracker'

/** The tracker on which a side sees its rentals. */
export const trackerOf = (side: Side) => (side === 'renter' ? `${trackerPath}?view=rented` : trackerPath)
