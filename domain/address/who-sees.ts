import type { RentalStatus } from '../status.ts'
import { daysAfter } from '../time.ts'

/** How many days after its end a rental shows the two sides where the other one is. */
export const PLACE_DAYS = 30

type RentalState = { status: RentalStatus; statusChangedAt: Date }

/** When the copy of the delivery address of a rental that ended at `end` is deleted. */
export const placeDeletedAt = (end: Date): Date => daysAfter(end, PLACE_DAYS)

/**
 * Whether the two sides of a rental see where the other one is, and their phone: from the approval until 30 days
 * after the end; never while it is only requested, and never once it was rejected or cancelled.
 */
export function seePlaces({ status, statusChangedAt }: RentalState, now: Date): boolean {
  if (status === 'Approved' || status === 'Active') return true
  return status === 'Completed' && now < placeDeletedAt(statusChangedAt)
}

/** Whether the renter may say where their rental is delivered: until it is handed over. */
export const mayChangeDelivery = (rental: { status: RentalStatus; deliveryOption: string }): boolean =>
  rental.deliveryOption === 'delivery' && (rental.status === 'Pending' || rental.status === 'Approved')
