import type { ReturnedOrder } from '#server/payment/return-to-order.ts'

/** The data of the return page: the order, and whether its renter left the provider's page without paying. */
export type Returned = { order: ReturnedOrder; left: boolean }

/** The heading for each status. */
export function headingOf({ order, left }: Returned): string {
  if (left) return 'Your order waits for your payment'
  return {
    waiting: 'Confirming your payment',
    confirmed: 'Rental Confirmed!',
    expired: 'The time to pay is over',
    cancelled: 'Order cancelled',
    returned: 'Your payment goes back to you',
  }[order.paymentStatus]
}
