import { z } from 'zod'
import { paragraphs } from '../text.ts'
import { rentalActions } from './lifecycle.ts'

export const MAX_ACTION_REASON = 500

/** An action on a rental that an admin takes; the reason may be left empty. */
export const adminActionForm = z.strictObject({
  rentalId: z.uuid(),
  action: z.enum(rentalActions),
  reason: paragraphs({ label: 'Reason', max: MAX_ACTION_REASON, min: 0 }),
})
