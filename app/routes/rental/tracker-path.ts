export const trackerPath = '/profile/rental-tracker'

/** The tracker on which a side sees its rentals. */
export const trackerOf = (side: 'owner' | 'renter') =>
  side === 'renter' ? `${trackerPath}?view=rented` : trackerPath
