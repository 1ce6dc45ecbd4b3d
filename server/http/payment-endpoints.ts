import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { refusalStatuses } from '#domain/refusal-reason.ts'
import { MAX_WEBHOOK_BYTES } from '#gateways/payments/port.ts'
import type { Services } from '../context.ts'
import { createIntent } from '../payment/create-intent.ts'
import { receiveEvent } from '../payment/receive-event.ts'
import { discardAnswer } from './discard-answer.ts'
import type { Env } from './env.ts'
import type { ContextOf } from './request-context.ts'
import { type BodyRefusal, takesBody } from './take-body.ts'

const INTENT_LIMIT = 4 * 1024

/** A webhook has no form to fill in better: an unreadable body is a 400, not a 422. */
const webhookStatuses = { ...refusalStatuses, unreadable: 400 } as const

/**
 * The endpoint for the provider's webhooks. It needs no session and no origin: the signature over the raw body proves
 * the sender. It answers JSON, the only answer the provider accepts, and 503 when the provider should send the event
 * again.
 */
export function webhookEndpoint(services: Services): Hono<Env> {
  const endpoint = new Hono<Env>()
  const path = '/api/paymongo/webhook'
  const unread = (c: HonoContext, reason: BodyRefusal) =>
    c.json({ received: false, reason }, reason === 'too-large' ? 413 : 408)
  endpoint.post(path, takesBody(MAX_WEBHOOK_BYTES, unread), async (c) => {
    const log = services.log.child({ requestId: c.get('requestId') })
    const body = new Uint8Array(await c.req.arrayBuffer())
    const verdict = await receiveEvent({ ...services, log }, body, c.req.header('paymongo-signature') ?? null)
    const outcome = verdict.ok ? verdict.outcome : verdict.reason
    log[verdict.ok ? 'info' : 'warn']({ event: 'payment-webhook', outcome, bytes: body.length }, 'webhook')
    if (verdict.ok) return c.json({ received: true, outcome })
    return c.json({ received: false, reason: verdict.reason }, webhookStatuses[verdict.reason])
  })
  endpoint.all(path, (c) => c.json({ received: false, reason: 'method' }, 405, { Allow: 'POST' }))
  endpoint.onError((error, c) => {
    services.log.error({ requestId: c.get('requestId'), err: error }, 'webhook could not be processed')
    return c.json({ received: false, reason: 'later' }, 503)
  })
  return endpoint
}

const intentRequest = z.strictObject({ data: z.strictObject({ amount: z.number() }) })
/** A program calls this endpoint, so an error of the provider is a 502. */
const intentStatuses = { ...refusalStatuses, provider: 502 } as const

/** The address of the endpoint for payment intents. */
export const INTENT_PATH = '/api/createPaymentIntent'

/** Gives every error at `INTENT_PATH` the same message, also an error that came before the endpoint. */
export const answerIntentErrors: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  if (c.res.status < 400) return
  const { status, headers: given } = c.res
  const headers = [...given].filter(([name]) => ['allow', 'retry-after'].includes(name))
  const error = { message: 'Failed to create payment intent' }
  discardAnswer(c)
  c.res = Response.json({ error }, { status, headers })
}

/**
 * The endpoint at which a payment form of one's own gets a payment intent for an amount in centavos.
 * `answerIntentErrors` gives its errors their message.
 */
export function intentEndpoint({ log }: Pick<Services, 'log'>, contextOf: ContextOf): Hono<Env> {
  const endpoint = new Hono<Env>()
  const failure = (c: HonoContext, status: StatusCode) => c.body(null, status)
  endpoint.post(
    INTENT_PATH,
    takesBody(INTENT_LIMIT, (c) => failure(c, 413)),
    async (c) => {
      const context = await contextOf(c)
      if (context.actor.kind !== 'user') return failure(c, 401)
      if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) return failure(c, 415)
      const body: unknown = await c.req.json().catch(() => undefined)
      if (body === undefined) return failure(c, 400)
      const parsed = intentRequest.safeParse(body)
      if (!parsed.success) return failure(c, 422)
      const verdict = await createIntent(context, parsed.data.data.amount)
      if (!verdict.ok) {
        if (verdict.retryAfterSeconds) c.header('Retry-After', String(verdict.retryAfterSeconds))
        return failure(c, intentStatuses[verdict.reason])
      }
      const { id, status, clientKey, centavos, currency } = verdict.intent
      const attributes = { amount: centavos, currency, status, client_key: clientKey }
      return c.json({ data: { id, type: 'payment_intent', attributes } })
    },
  )
  endpoint.all(INTENT_PATH, (c) => {
    c.header('Allow', 'POST')
    return failure(c, 405)
  })
  endpoint.onError((error, c) => {
    log.error({ requestId: c.get('requestId'), err: error }, 'payment intent could not be made')
    return failure(c, 500)
  })
  return endpoint
}
