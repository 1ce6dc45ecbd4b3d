import { z } from 'zod'
import { paragraphs } from '../text.ts'
import { MAX_MESSAGE_LENGTH } from './chat.ts'

/**
 * A message of a thread. A blank one reads as empty and is not stored. The sender's browser may give it an id, so that
 * a repeated request stores it once.
 */
export const messageForm = z.strictObject({
  intent: z.literal('send'),
  text: paragraphs({ label: 'Your message', max: MAX_MESSAGE_LENGTH, min: 0 }),
  clientId: z.uuid({ error: 'This message has an id that is none.' }).optional(),
})

/** The form that says up to which message a thread was read. */
export const seenForm = z.strictObject({
  intent: z.literal('seen'),
  upTo: z.coerce.number({ error: 'There is no such message.' }).int().positive(),
})
