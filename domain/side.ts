/** One of the two people of a rental, or of a thread. */
export type Side = 'renter' | 'owner'

/** The other one of the two. */
export const otherSide = (side: Side): Side => (side === 'owner' ? 'renter' : 'owner')
