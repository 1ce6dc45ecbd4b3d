import { z } from 'zod'
import { paragraphs } from '../text.ts'
import { MAX_MESSAGE_LENGTH } from './chat.ts'

/**
 * A message of a thread. Blank ones read as empty, and are not sent. Its writer may have given it an id, to send it
 * once.
 */
export const messageForm = z.strictObject({
  intent: z.literal('send'),
  text: paragraphs({ label: 'Your message', max: MAX_MESSAGE_LENGTH, min: 0 }),
  clientId: z.uuid({ error: 'This message has an id that is none.' }).optional(),
})

/** A thread was read up to a message. */
export const seenForm = z.strictObject({
  intent: z.literal('seen'),
  upTo: z.coerce.number({ error: 'There is no such message.' }).int().positive(),
})
