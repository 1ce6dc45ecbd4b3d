import type { ReturnPageOrder } from '#server/payment/return-to-order.ts'

/** The data of the return page: the order, and whether its renter left the provider's page without paying. */
export type ReturnPageData = { order: ReturnPageOrder; left: boolean }

/** The heading for each status. */
export function headingOf({ order, left }: ReturnPageData): string {
  if (left) return 'Your order waits for your payment'
  return {
    waiting: 'Confirming your payment',
    confirmed: 'Rental Confirmed!',
    expired: 'The time to pay is over',
    cancelled: 'Order cancelled',
    refunded: 'Your payment goes back to you',
  }[order.paymentStatus]
}
