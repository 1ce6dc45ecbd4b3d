import { z } from 'zod'
import { isDay } from './period.ts'

export const dayUnreadable = 'Please enter a date that exists, such as 2026-12-24.'

/** A form field for a day. `required` is the message when it is empty. */
export const dayField = (required: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, { error: required, abort: true })
    .refine(isDay, { error: dayUnreadable })
