import type { OrderStatus } from '../order/order.ts'

/**
 * Where an online order stands, as its renter is told: it waits for its payment (`waiting`), stands (`confirmed`),
 * was not paid in time (`expired`), was given up (`cancelled`), or was paid when it was of no use any more and the
 * money goes back (`returned`).
 */
export type Standing = 'waiting' | 'confirmed' | 'expired' | 'cancelled' | 'returned'

export type StandingOrder = {
  status: OrderStatus
  holdsUntil: Date
  /** What was paid for it without a use. */
  returnedCentavos: number
}

/** How an order stands now. One whose time is over has expired, also before that is noted. */
export function standingOf(order: StandingOrder, now: Date): Standing {
  if (order.status === 'confirmed') return 'confirmed'
  if (order.status === 'awaiting_payment' && now < order.holdsUntil) return 'waiting'
  if (order.returnedCentavos > 0) return 'returned'
  return order.status === 'cancelled' ? 'cancelled' : 'expired'
}

/** Whole seconds until an order gives its dates up; 0 when it has. */
export function secondsLeft(holdsUntil: Date, now: Date): number {
  return Math.max(0, Math.ceil((holdsUntil.getTime() - now.getTime()) / 1000))
}
