import { z } from 'zod'

/** The form of the assistant's switch: the thread, and whether the assistant answers in it. */
export const assistantForm = z.strictObject({
  intent: z.literal('assistant'),
  threadId: z.uuid('This conversation could not be found.'),
  to: z.enum(['on', 'off'], 'An unexpected error occurred. Please try again.'),
})
