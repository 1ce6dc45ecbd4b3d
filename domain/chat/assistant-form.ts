import { z } from 'zod'

/** What the switch of the assistant sends: its thread, and whether the assistant is to speak there. */
export const assistantForm = z.strictObject({
  intent: z.literal('assistant'),
  threadId: z.uuid('This conversation could not be found.'),
  to: z.enum(['on', 'off'], 'An unexpected error occurred. Please try again.'),
})
