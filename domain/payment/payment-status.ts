import type { OrderStatus } from '../status.ts'

/**
 * The payment status of an online order, as its renter sees it: it waits for its payment (`waiting`), is paid
 * (`confirmed`), was not paid in time (`expired`), was cancelled (`cancelled`), or was paid too late to be used and
 * the money goes back (`refunded`).
 */
export type PaymentStatus = 'waiting' | 'confirmed' | 'expired' | 'cancelled' | 'refunded'

export type UnpaidOrderFacts = {
  status: OrderStatus
  holdsUntil: Date
  /** What was paid for it and not used. */
  refundedCentavos: number
}

/**
 * An order's payment status at an instant. An order whose time is over counts as expired, even before a job has stored
 * that.
 */
export function paymentStatusOf(order: UnpaidOrderFacts, now: Date): PaymentStatus {
  if (order.status === 'confirmed') return 'confirmed'
  if (order.status === 'awaiting_payment' && now < order.holdsUntil) return 'waiting'
  if (order.refundedCentavos > 0) return 'refunded'
  return order.status === 'cancelled' ? 'cancelled' : 'expired'
}

/** Whole seconds until an order releases its dates; 0 when it has. */
export function secondsLeft(holdsUntil: Date, now: Date): number {
  return Math.max(0, Math.ceil((holdsUntil.getTime() - now.getTime()) / 1000))
}
