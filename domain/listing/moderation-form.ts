import { z } from 'zod'
import { paragraphs } from '../text.ts'

export const MAX_REASON = 1000

/** Why an admin suspends an account or takes a listing down: its owner reads it. */
export const reasonForm = z.strictObject({ reason: paragraphs({ label: 'Reason', max: MAX_REASON }) })

/** When the text that an admin saw was edited last, as their page says; null for one that never was. */
export const seenEdit = z.union([
  z.literal('').transform(() => null),
  z.iso.datetime().transform((text) => new Date(text)),
])
