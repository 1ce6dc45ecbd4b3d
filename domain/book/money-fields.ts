import { z } from 'zod'
import { type Centavos, formatPeso, isTooLarge, MAX_TYPED_CENTAVOS, parsePeso } from '../money.ts'
import { isDay } from '../period.ts'
import { line } from '../text.ts'

/** A form field for a day on which money moved. */
export const moneyDayField = line({ label: 'Date', max: 20 }).refine(isDay, {
  error: 'Please enter a date, such as 2026-11-21.',
})

const centavosOf = (text: string, ctx: z.core.$RefinementCtx<string>): Centavos => {
  const centavos = parsePeso(text)
  if (centavos !== null && centavos > 0) return centavos
  const message = isTooLarge(text)
    ? `An amount can be at most ${formatPeso(MAX_TYPED_CENTAVOS)}. Please write down a larger one in parts.`
    : 'Please enter an amount above zero, such as 1,250.00.'
  ctx.issues.push({ code: 'custom', input: text, message })
  return z.NEVER
}

/** A form field for an amount above zero; it becomes centavos. */
export const amountField = line({ label: 'Amount', max: 40 }).transform(centavosOf)

/** As `amountField`; left empty it is null. */
export const optionalAmountField = line({ label: 'Amount', max: 40, min: 0 }).transform((text, ctx) =>
  text === '' ? null : centavosOf(text, ctx),
)
