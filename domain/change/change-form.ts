import { z } from 'zod'
import { isDay } from '../period.ts'
import { durations } from '../pricing/pricing.ts'

const unreadable = 'Please enter a date that exists, such as 2026-12-24.'
const day = (required: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, { error: required, abort: true })
    .refine(isDay, { error: unreadable })

const intent = z.literal('ask')

/** What a renter asks to change: the end, by more days or a new last day, or the start. */
export const changeForms = {
  extend: z.strictObject({
    intent,
    what: z.literal('extend'),
    days: z
      .enum(durations.map(String) as [string, ...string[]], { error: 'Please choose how many days more.' })
      .transform(Number),
  }),
  shorten: z.strictObject({
    intent,
    what: z.literal('shorten'),
    lastDay: day('Please choose the new last day.'),
  }),
  move: z.strictObject({
    intent,
    what: z.literal('move'),
    start: day('Please select the new start date.'),
  }),
}

/** The owner's answer, or the renter's taking it back. */
export const changeAnswerForm = z.strictObject({
  intent: z.enum(['approve', 'decline', 'withdraw']),
  changeId: z.uuid(),
})
