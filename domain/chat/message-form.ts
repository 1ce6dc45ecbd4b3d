import { z } from 'zod'
import { paragraphs } from '../text.ts'
import { MAX_MESSAGE_LENGTH } from './chat.ts'

/** A message of a thread. Blank ones read as empty, and are not sent. */
export const messageForm = z.strictObject({
  intent: z.literal('send'),
  text: paragraphs({ label: 'Your message', max: MAX_MESSAGE_LENGTH, min: 0 }),
})
