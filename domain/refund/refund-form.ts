import { z } from 'zod'
import { line } from '../text.ts'
import { MAX_PROOF } from '../book/by-hand.ts'
import { moneyDayField } from '../book/money-fields.ts'

const refundId = z.uuid({ error: 'Please open this page again.' })

export const payOutRefundForm = z.strictObject({
  intent: z.literal('pay-out'),
  refundId,
  proof: line({ label: 'Proof', max: MAX_PROOF }),
  paidOn: moneyDayField,
})
export type PayOutRefundForm = z.output<typeof payOutRefundForm>

export const retryRefundForm = z.strictObject({ intent: z.literal('retry'), refundId })
