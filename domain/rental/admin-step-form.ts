import { z } from 'zod'
import { paragraphs } from '../text.ts'
import { rentalActions } from './lifecycle.ts'

export const MAX_STEP_REASON = 500

/** A step of a rental that an admin takes; the reason may be left empty. */
export const adminStepForm = z.strictObject({
  rentalId: z.uuid(),
  action: z.enum(rentalActions),
  reason: paragraphs({ label: 'Reason', max: MAX_STEP_REASON, min: 0 }),
})
