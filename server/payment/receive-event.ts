import { refuse, type Verdict } from '#domain/verdict.ts'
import type { ProviderEvent } from '#gateways/payments/port.ts'
import type { Services } from '../context.ts'
import { checkRefund } from '../refund/send-refund.ts'
import { settleCheckout } from './settle-checkout.ts'

/**
 * Processes a provider's webhook: the raw body and the `Paymongo-Signature` header. Each event is processed once, in
 * any order. An event only says what to look up: its facts are read from the provider. Refusals: `signature` (401),
 * `unreadable` (400), `later` (503: it could not be processed now, or its payment is not there yet; the provider sends
 * it again). `outcome` is the result: `done`, `ignored` or `known`.
 */
export async function receiveEvent(
  services: Services,
  body: Uint8Array,
  signature: string | null,
): Promise<Verdict<{ outcome: 'done' | 'ignored' | 'known' }>> {
  const { db, clock, payments } = services
  if (!payments) return refuse('later', 'Online payment is switched off.')
  const read = payments.readWebhook(body, signature, clock.now())
  if (!read.ok && read.reason === 'mode') {
    services.log.warn({ event: 'payment-webhook' }, 'a webhook of the other mode was ignored')
    return { ok: true, outcome: 'ignored' }
  }
  if (!read.ok) return read
  const { event } = read
  const known = await db
    .insertInto('providerEvent')
    .values({
      id: event.id,
      type: event.type,
      about: event.checkoutId ?? event.refundId ?? event.paymentId,
      receivedAt: clock.now(),
    })
    .onConflict((oc) => oc.column('id').doUpdateSet({ type: event.type }))
    .returning('processedAt')
    .executeTakeFirstOrThrow()
  if (known.processedAt) return { ok: true, outcome: 'known' }
  const outcome = await process(services, event)
  if (!outcome.ok) return outcome
  await db
    .updateTable('providerEvent')
    .set({ processedAt: clock.now(), outcome: outcome.outcome })
    .where('id', '=', event.id)
    .execute()
  return outcome
}

async function process(
  services: Services,
  event: ProviderEvent,
): Promise<Verdict<{ outcome: 'done' | 'ignored' }>> {
  if (event.type === 'checkout_session.payment.paid' && event.checkoutId) {
    const settled = await settleCheckout(services, event.checkoutId)
    if (settled.ok && settled.paid) return { ok: true, outcome: 'done' }
    // What can't be read is looked at again by the sweep, and nightly by the comparison with the provider.
    const isNoUse = settled.ok ? settled.unknown : settled.reason !== 'provider'
    return isNoUse ? { ok: true, outcome: 'ignored' } : refuse('later', 'The payment is not there yet.')
  }
  if (event.type.startsWith('payment.refund') && event.refundId) {
    const refund = await services.db
      .selectFrom('refund')
      .select('id')
      .where('providerId', '=', event.refundId)
      .executeTakeFirst()
    if (!refund) return { ok: true, outcome: 'ignored' }
    const checked = await checkRefund(services, { refundId: refund.id })
    if (!checked.ok && checked.reason === 'provider') return refuse('later', checked.message)
    return { ok: true, outcome: checked.ok ? 'done' : 'ignored' }
  }
  return { ok: true, outcome: 'ignored' }
}
