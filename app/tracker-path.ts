import type { RentalAction } from '#domain/rental/lifecycle.ts'
import { trackerPath } from '#domain/rental/rental-path.ts'
import type { Side } from '#domain/side.ts'

/** The tracker on which a side sees its rentals. */
export const trackerOf = (side: Side) => (side === 'renter' ? `${trackerPath}?view=rented` : trackerPath)

/** The address at which a page of rentals asks to confirm an action. */
export const askAt = (page: string, action: RentalAction, rentalId: string) =>
  `${page}${page.includes('?') ? '&' : '?'}ask=${action}&rental=${rentalId}`
