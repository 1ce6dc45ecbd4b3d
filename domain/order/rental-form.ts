import { z } from 'zod'
import { dayUnreadable } from '../day-field.ts'
import { deliveryOptions, durations, type DurationDays } from '../pricing/pricing.ts'
import { startDateRequired } from './order.ts'

/** The daily price that a page showed, in centavos; undefined when it can't be read, as nothing is charged by it. */
export const shownPrice = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number)
  .optional()
  .catch(undefined)

/** The options on a listing page. This checks only their format; `decideRental` checks whether the dates are free. */
export const rentalForm = z.strictObject({
  listingId: z.uuid({ error: 'Sorry, that listing could not be found.' }),
  durationDays: z
    .enum(durations.map(String) as [`${DurationDays}`, ...`${DurationDays}`[]], {
      error: 'Please choose 1, 3 or 7 days.',
    })
    .transform((text) => Number(text) as DurationDays),
  deliveryOption: z.enum(deliveryOptions, { error: 'Please choose pick-up or delivery.' }),
  startDate: z
    .string({ error: startDateRequired })
    .trim()
    .min(1, { error: startDateRequired, abort: true })
    .regex(/^\d{4}-\d{2}-\d{2}$/, { error: dayUnreadable }),
  shownPrice,
})
