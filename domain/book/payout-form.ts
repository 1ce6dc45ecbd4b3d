import { z } from 'zod'
import { line } from '../text.ts'
import { amountField, moneyDayField } from './money-fields.ts'
import { MAX_REFERENCE, MAX_REVERSAL_REASON, payoutDirections } from './payout.ts'

export const recordPayoutForm = z.strictObject({
  intent: z.literal('record'),
  direction: z.enum(payoutDirections, { error: 'Please choose which way the money went.' }),
  ownerId: z.uuid({ error: 'Please choose an owner.' }).optional(),
  amount: amountField,
  reference: line({ label: 'Reference', max: MAX_REFERENCE }),
  paidOn: moneyDayField,
})
export type RecordPayoutForm = z.output<typeof recordPayoutForm>

export const reversePayoutForm = z.strictObject({
  intent: z.literal('reverse'),
  payoutId: z.uuid({ error: 'Please open this page again.' }),
  reason: line({ label: 'Reason', max: MAX_REVERSAL_REASON }),
})
