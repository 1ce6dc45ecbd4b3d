import { z } from 'zod'
import { dayField } from '../day-field.ts'
import { durations } from '../pricing/pricing.ts'

const asking = {
  intent: z.literal('ask'),
  /** The last day of the rental on the page of its sender: the request is refused when it is another one by now. */
  seen: dayField('Please reload the page.').optional(),
}

/** What a renter asks to change: the end, by more days or a new last day, or the start. */
export const changeForms = {
  extend: z.strictObject({
    ...asking,
    what: z.literal('extend'),
    days: z
      .enum(durations.map(String) as [string, ...string[]], { error: 'Please choose how many days more.' })
      .transform(Number),
  }),
  shorten: z.strictObject({
    ...asking,
    what: z.literal('shorten'),
    lastDay: dayField('Please choose the new last day.'),
  }),
  move: z.strictObject({
    ...asking,
    what: z.literal('move'),
    start: dayField('Please select the new start date.'),
  }),
}

/** The owner's answer, or the renter's taking it back. */
export const changeAnswerForm = z.strictObject({
  intent: z.enum(['approve', 'decline', 'withdraw']),
  changeId: z.uuid(),
})
