import { z } from 'zod'
import { type Centavos, parsePeso } from '../money.ts'
import { addDays, type Day, dayInManila, formatDay, isDay } from '../period.ts'
import { line } from '../text.ts'
import { refuse, type Verdict } from '../verdict.ts'

/** The longest proof of a refund that was paid out by hand. */
export const MAX_PROOF = 200
/** How many days back a movement of money may be written down. */
export const MAX_DAYS_LATE = 366

/** A form field for a day on which money moved. */
export const dayField = line({ label: 'Date', max: 20 }).refine(isDay, {
  error: 'Please enter a date, such as 2026-11-21.',
})

/** A form field for an amount above zero; it becomes centavos. */
export const amountField = line({ label: 'Amount', max: 40 }).transform((text, ctx): Centavos => {
  const centavos = parsePeso(text)
  if (centavos !== null && centavos > 0) return centavos
  const message = 'Please enter an amount above zero, such as 1,250.00.'
  ctx.issues.push({ code: 'custom', input: text, message })
  return z.NEVER
})

const refundId = z.uuid({ error: 'Please open this page again.' })

export const payOutRefundForm = z.strictObject({
  intent: z.literal('pay-out'),
  refundId,
  proof: line({ label: 'Proof', max: MAX_PROOF }),
  paidOn: dayField,
})
export type PayOutRefundForm = z.output<typeof payOutRefundForm>

export const retryRefundForm = z.strictObject({ intent: z.literal('retry'), refundId })

/** Whether money can have moved on a day that is written down now: not in the future, and not too long ago. Refusal: `day`. */
export function decideMovedOn(day: Day, now: Date, from?: Day): Verdict {
  const today = dayInManila(now)
  const earliest = from ?? addDays(today, -MAX_DAYS_LATE)
  if (day > today) return refuse('day', `This day has not come yet. Today is ${formatDay(today)}.`)
  if (day < earliest) return refuse('day', `The date can be ${formatDay(earliest)} or later.`)
  return { ok: true }
}
