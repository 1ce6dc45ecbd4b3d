import { redirect } from 'react-router'
import type { Renter } from '#domain/access.ts'
import type { Context } from '#server/context.ts'
import { openPayment } from '#server/payment/open-payment.ts'
import { attempt } from '#app/attempt.ts'

/**
 * Leads to the provider's page of an unpaid order, or from one that is paid already to its result. Returns any other
 * refusal of `openPayment`.
 */
export async function redirectToPayment(ctx: Context, renter: Renter, orderNumber: string) {
  const opened = await attempt(ctx, () => openPayment(ctx, renter, orderNumber))
  if (opened.ok) throw redirect(opened.url)
  if (opened.reason === 'paid') throw redirect(`/checkout/return?order=${orderNumber}`)
  return opened
}
