import { z } from 'zod'
import { shownPrice } from '../order/rental-form.ts'
import { durations, type DurationDays } from '../pricing/pricing.ts'

/** The days someone waits for: as for a rental, checked by `decideRental`. */
export const waitForm = z.strictObject({
  intent: z.literal('wait'),
  startDate: z.string({ error: 'Please select a rental start date.' }).trim(),
  durationDays: z
    .enum(durations.map(String) as [`${DurationDays}`, ...`${DurationDays}`[]], {
      error: 'Please select a rental duration.',
    })
    .transform((text) => Number(text) as DurationDays),
})

/** What someone does with an entry of theirs. */
export const waitAnswerForm = z.strictObject({
  intent: z.enum(['rent', 'decline', 'leave']),
  entryId: z.uuid(),
  shownPrice,
})
