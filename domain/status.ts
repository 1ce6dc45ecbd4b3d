/**
 * The statuses of orders and rentals, and how orders are paid: in their own file, as deposits and refunds read them.
 */

export const orderStatuses = ['awaiting_payment', 'confirmed', 'expired', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const paymentMethods = ['cash_on_delivery', 'online'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const rentalStatuses = ['Pending', 'Approved', 'Active', 'Completed', 'Rejected', 'Cancelled'] as const
export type RentalStatus = (typeof rentalStatuses)[number]

/** When a rental was completed; null in any other status. */
export const completedAtOf = ({
  status,
  statusChangedAt,
}: {
  status: RentalStatus
  statusChangedAt: Date
}): Date | null => (status === 'Completed' ? statusChangedAt : null)
