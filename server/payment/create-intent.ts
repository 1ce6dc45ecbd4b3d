import { randomUUID } from 'node:crypto'
import { MAX_ORDER_CENTAVOS } from '#domain/order/order.ts'
import { loginFirst, refuse, type Verdict } from '#domain/verdict.ts'
import type { PaymentIntent } from '#gateways/payments/port.ts'
import type { Context } from '../context.ts'

/**
 * Creates a payment intent of this many centavos for a logged-in user. It belongs to no order: an order is paid
 * through its checkout. Refusals: `login`, `amount` (not whole centavos within the provider's limits), `limit`,
 * `provider`.
 */
export async function createIntent(
  ctx: Context,
  amount: unknown,
): Promise<Verdict<{ intent: PaymentIntent }>> {
  if (ctx.actor.kind !== 'user') return loginFirst()
  const refused = await ctx.limits.take('checkouts', ctx.actor.id)
  if (refused) return refused
  const minimum = ctx.settings.payments?.minimumCentavos ?? 1
  if (
    typeof amount !== 'number' ||
    !Number.isInteger(amount) ||
    amount < minimum ||
    amount > MAX_ORDER_CENTAVOS
  )
    return refuse('amount', `The amount is whole centavos from ${minimum} to ${MAX_ORDER_CENTAVOS}.`)
  const answer = await ctx.payments?.createIntent(amount, `${ctx.settings.siteName} rental`, randomUUID())
  if (!answer?.ok) return refuse('provider', 'Failed to create payment intent')
  return { ok: true, intent: answer.intent }
}
