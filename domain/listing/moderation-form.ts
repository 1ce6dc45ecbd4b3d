import { z } from 'zod'
import { paragraphs } from '../text.ts'

export const MAX_REASON = 1000

/**
 * The form with an admin's reason for suspending an account or taking a listing down; the person concerned reads it.
 */
export const reasonForm = z.strictObject({ reason: paragraphs({ label: 'Reason', max: MAX_REASON }) })

/** The time of the last edit that the admin saw, as their page sent it; null for a listing that was never edited. */
const seenEdit = z.union([
  z.literal('').transform(() => null),
  z.iso.datetime().transform((text) => new Date(text)),
])

/** The form with an admin's decision on a listing. */
export const decisionForm = z.strictObject({
  intent: z.enum(['accept', 'reject']),
  seen: seenEdit.optional(),
})
/** The status that each decision gives. */
export const decisions = { accept: 'approved', reject: 'rejected' } as const
