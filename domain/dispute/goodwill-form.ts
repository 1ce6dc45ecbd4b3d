import { z } from 'zod'
import { amountField } from '../book/money-fields.ts'
import { paragraphs } from '../text.ts'

export const MAX_GOODWILL_REASON = 500
const openAgain = { error: 'Please open this page again.' }

/** The form in which an admin pays a side of a rental something of the site's money. Its id makes it once. */
export const goodwillForm = z.strictObject({
  intent: z.literal('goodwill'),
  goodwillId: z.uuid(openAgain),
  rentalId: z.uuid(openAgain),
  to: z.enum(['renter', 'owner'], { error: 'Please choose who gets it.' }),
  amount: amountField,
  reason: paragraphs({ label: 'Reason', max: MAX_GOODWILL_REASON }),
})
export type GoodwillForm = z.output<typeof goodwillForm>
