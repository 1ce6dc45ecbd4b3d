import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import type { Context, Services } from '../context.ts'
import { createIntent } from '../payment/create-intent.ts'
import { receiveEvent } from '../payment/receive-event.ts'
import type { Env } from './env.ts'
import { type BodyRefusal, FORM, takesBody } from './take-body.ts'

const INTENT_LIMIT = 4 * 1024

const webhookStatuses: Record<string, 400 | 401 | 503> = { unreadable: 400, signature: 401, later: 503 }

/**
 * Where the provider reports what happened. No session and no origin: the signature over the raw body is what counts.
 * It answers JSON, as the provider takes nothing else for an answer, and 503 where it should send the event again.
 */
export function webhookDoor(services: Services): Hono<Env> {
  const door = new Hono<Env>()
  const path = '/api/paymongo/webhook'
  const unread = (c: HonoContext, reason: BodyRefusal) =>
    c.json({ received: false, reason }, reason === 'too-large' ? 413 : 408, { Connection: 'close' })
  door.post(path, takesBody(FORM.bytes, unread), async (c) => {
    const log = services.log.child({ requestId: c.get('requestId') })
    const body = new Uint8Array(await c.req.arrayBuffer())
    const verdict = await receiveEvent({ ...services, log }, body, c.req.header('paymongo-signature') ?? null)
    const outcome = verdict.ok ? verdict.outcome : verdict.reason
    log[verdict.ok ? 'info' : 'warn']({ event: 'payment-webhook', outcome, bytes: body.length }, 'webhook')
    if (verdict.ok) return c.json({ received: true, outcome })
    return c.json({ received: false, reason: outcome }, webhookStatuses[outcome] ?? 400)
  })
  door.all(path, (c) => c.json({ received: false, reason: 'method' }, 405, { Allow: 'POST' }))
  door.onError((error, c) => {
    services.log.error({ requestId: c.get('requestId'), err: error }, 'webhook could not be processed')
    return c.json({ received: false, reason: 'later' }, 503)
  })
  return door
}

const intentRequest = z.strictObject({ data: z.strictObject({ amount: z.number() }) })
const intentStatuses: Record<string, 401 | 422 | 429 | 502> = {
  login: 401,
  amount: 422,
  limit: 429,
  provider: 502,
}

/**
 * Where a form of one's own would get a payment intent for an amount in centavos. Whatever is wrong, the words are
 * the same.
 */
export function intentDoor(contextOf: (c: HonoContext<Env>) => Promise<Context>): Hono<Env> {
  const door = new Hono<Env>()
  const path = '/api/createPaymentIntent'
  const sorry = (c: HonoContext, status: 400 | 401 | 405 | 413 | 415 | 422 | 429 | 502) =>
    c.json({ error: { message: 'Failed to create payment intent' } }, status)
  door.post(
    path,
    takesBody(INTENT_LIMIT, (c) => sorry(c, 413)),
    async (c) => {
      const context = await contextOf(c)
      if (context.actor.kind !== 'user') return sorry(c, 401)
      if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) return sorry(c, 415)
      const body: unknown = await c.req.json().catch(() => undefined)
      if (body === undefined) return sorry(c, 400)
      const asked = intentRequest.safeParse(body)
      if (!asked.success) return sorry(c, 422)
      const verdict = await createIntent(context, asked.data.data.amount)
      if (!verdict.ok) {
        if (verdict.retryAfterSeconds) c.header('Retry-After', String(verdict.retryAfterSeconds))
        return sorry(c, intentStatuses[verdict.reason] ?? 422)
      }
      const { id, status, clientKey, centavos, currency } = verdict.intent
      const attributes = { amount: centavos, currency, status, client_key: clientKey }
      return c.json({ data: { id, type: 'payment_intent', attributes } })
    },
  )
  door.all(path, (c) => {
    c.header('Allow', 'POST')
    return sorry(c, 405)
  })
  return door
}
