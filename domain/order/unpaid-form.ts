import { z } from 'zod'

/** What an online order's number looks like. */
export const onlineOrderNumberText = z.string().regex(/^pm-\d{1,16}$/)

/** The pages on which someone pays or cancels an unpaid order, and to which they return. */
const unpaidPlaces = ['cart', 'checkout', 'tracker', 'return'] as const

/** The form with which a renter pays an order that waits for its payment, or cancels it. */
export const unpaidForm = z.strictObject({
  intent: z.enum(['pay', 'cancel']),
  orderNumber: onlineOrderNumberText,
  from: z.enum(unpaidPlaces),
})
