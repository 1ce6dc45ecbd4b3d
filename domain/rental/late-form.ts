import { z } from 'zod'
import { amountField } from '../book/money-fields.ts'
import { paragraphs } from '../text.ts'

const MAX_OBJECTION = 2000

/** The form in which an owner waives a part of a late fee. */
export const waiveForm = z.strictObject({
  intent: z.literal('waive'),
  centavos: amountField,
  /** The fee that its sender saw, in centavos: the same form sent twice waives once. */
  seen: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
    .optional(),
})
/** The button with which an owner waives all of it. */
export const waiveAllForm = z.strictObject({ intent: z.literal('waive-all') })
/** The form in which a renter objects to a late fee. */
export const objectionForm = z.strictObject({
  intent: z.literal('object'),
  objection: paragraphs({ label: 'Reason', max: MAX_OBJECTION }),
})
