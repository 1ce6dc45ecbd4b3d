import { z } from 'zod'
import { optionalAmountField } from '../book/money-fields.ts'
import { paragraphs } from '../text.ts'
import { refundChoiceText } from './ending.ts'
import { type RefundChoice, rentalActions } from './lifecycle.ts'

export const MAX_ACTION_REASON = 500
const refundChoices = Object.keys(refundChoiceText) as [RefundChoice, ...RefundChoice[]]

/**
 * An action on a rental that an admin takes. What goes back, the amount of a part of it, and the reason may be left
 * out; `decideEnding` says when they may not.
 */
export const adminActionForm = z.strictObject({
  rentalId: z.uuid(),
  action: z.enum(rentalActions),
  refund: z.enum(refundChoices, { error: 'Please choose what goes back.' }).optional(),
  amountCentavos: optionalAmountField,
  reason: paragraphs({ label: 'Reason', max: MAX_ACTION_REASON, min: 0 }),
})
