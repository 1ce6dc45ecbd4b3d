import { z } from 'zod'

/** What an online order's number looks like. */
export const onlineOrderNumberText = z.string().regex(/^pm-\d{1,16}$/)

/** Where someone answers for an unpaid order, and comes back to. */
export const unpaidPlaces = ['cart', 'checkout', 'tracker', 'return'] as const

/** A renter pays an order that waits for its payment, or gives it up. */
export const unpaidForm = z.strictObject({
  intent: z.enum(['pay', 'cancel']),
  orderNumber: onlineOrderNumberText,
  from: z.enum(unpaidPlaces),
})
