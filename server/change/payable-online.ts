import type { Centavos } from '#domain/money.ts'
import { daysIn } from '#domain/change/change.ts'
import { onlineOffer } from '#domain/payment/payment.ts'
import type { Period } from '#domain/period.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'

/**
 * Whether the difference of a change can be paid online now, and be refunded later. Refusals: those of `onlineOffer`.
 */
export function payableOnline(
  { payments, settings }: Pick<Context, 'payments' | 'settings'>,
  { title }: { title: string },
  to: Period,
  total: Centavos,
  now: Date,
): Verdict {
  const line = { title, startDate: to.start, durationDays: daysIn(to), depositCentavos: 0 }
  return onlineOffer({ lines: [line], total }, payments && settings.payments, now)
}
