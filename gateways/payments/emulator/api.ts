import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import type { ZodType } from 'zod'
import { DAY_MS } from '#domain/time.ts'
import type { Actions } from './actions.ts'
import {
  intentBody,
  readBody,
  refundBody,
  sessionBody,
  type ApiError,
  type IntentBody,
  type RefundBody,
  type SessionBody,
} from './bodies.ts'
import { spoil, type Faults } from './faults.ts'
import { intentResource, paymentResource, refundResource, sessionResource } from './resources.ts'
import { newId, type Payment, type Session, type State } from './state.ts'

/** A header of an answer that the caller must not receive: its connection is dropped. */
export const DROPPED = 'x-emulator-dropped'

type Answered = { status: number; body: string }
type Env = { Variables: { body: string } }
type World = {
  state: State
  origin: string
  secretKey: string
  channels: readonly string[]
  now(): number
  actions: Actions
  faults: Faults
  /** Called when the state may have changed. */
  changed(): void
}

const ok = (data: unknown): Answered => ({ status: 200, body: JSON.stringify({ data }) })
const wrong = (status: number, ...errors: ApiError[]): Answered => ({
  status,
  body: JSON.stringify({ errors }),
})
const about = (attribute: string) => ({ pointer: attribute, attribute })
const missing = (id: string) =>
  wrong(404, { code: 'resource_not_found', detail: `No such resource: ${id}.`, source: about('id') })

/** The part of PayMongo's JSON API that the site calls. */
export function emulatorApi(world: World) {
  const { state, origin, channels } = world
  const session = (found: Session) => sessionResource(state, origin, found)
  const payment = (found: Payment) => paymentResource(state, found)
  const create =
    <T>(shape: ZodType<T>, write: (world: World, value: T) => Answered) =>
    (c: Context<Env>) =>
      answerOnce(world, c, (body) => {
        const read = readBody(body, shape)
        return read.ok ? write(world, read.value) : wrong(400, ...read.errors)
      })

  const api = new Hono<Env>()
  for (const version of ['/v1', '/v2']) {
    api.use(`${version}/*`, causeFaults(world.faults), authenticate(world))
    api.post(`${version}/checkout_sessions`, create(sessionBody(channels), createSession))
  }
  api.get('/v1/checkout_sessions/:id', (c) => find(c, state.sessions, session))
  api.post('/v1/checkout_sessions/:id/expire', (c) => respond(c, expireSession(world, c.req.param('id'))))
  api.get('/v1/payments', (c) => list(c, state.payments, payment))
  api.get('/v1/payments/:id', (c) => find(c, state.payments, payment))
  api.get('/v1/refunds', (c) => list(c, state.refunds, refundResource))
  api.get('/v1/refunds/:id', (c) => find(c, state.refunds, refundResource))
  api.post('/v1/refunds', create(refundBody, createRefund))
  api.post('/v1/payment_intents', create(intentBody(channels), createIntent))
  api.get('/v1/payment_intents/:id', (c) => find(c, state.intents, intentResource))
  api.get('/v1/merchants/capabilities/payment_methods', (c) => c.json(channels))
  return api
}

/** Spoils, slows or drops the next request to an address that a test asked to fail. */
function causeFaults(faults: Faults): MiddlewareHandler<Env> {
  return async (c, next) => {
    const fault = faults.take(`${c.req.method} ${c.req.path}`)
    if (fault?.do === 'drop-before') return c.body(null, 200, { [DROPPED]: 'before' })
    if (fault?.do === 'answer') return errorAnswer(c, fault.status, fault.code)
    if (fault?.do === 'slow') await wait(fault.ms)
    await next()
    if (fault?.do === 'drop-after') c.res = c.body(null, 200, { [DROPPED]: 'after' })
    else if (fault && c.res.status === 200) c.res = new Response(spoil(await c.res.text(), fault), c.res)
    return undefined
  }
}

function authenticate({ secretKey, actions }: World): MiddlewareHandler<Env> {
  const expected = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
  return async (c, next) => {
    if (c.req.header('authorization') !== expected) return errorAnswer(c, 401, 'unauthorized')
    actions.settleDue()
    c.set('body', c.req.method === 'POST' ? await c.req.text() : '')
    return next()
  }
}

/**
 * Repeats the first answer to a request with the same idempotency key, for a day; a request with the same key and
 * another body is refused.
 */
function answerOnce(world: World, c: Context<Env>, handle: (body: string) => Answered): Response {
  const { kept } = world.state
  const body = c.get('body')
  const key = c.req.header('idempotency-key')
  const fingerprint = createHash('sha256').update(`${c.req.path}\n${body}`).digest('hex')
  if (key && key.length > 255)
    return respond(c, wrong(400, { code: 'parameter_invalid', detail: 'The idempotency key is too long.' }))
  const earlier = key ? kept.get(key) : undefined
  if (earlier && world.now() - earlier.at < DAY_MS) {
    if (earlier.asked === fingerprint) return respond(c, earlier)
    const detail = 'The idempotency key was used with other parameters.'
    return respond(c, wrong(400, { code: 'idempotency_key_reused', detail }))
  }
  const answered = handle(body)
  if (key) kept.set(key, { asked: fingerprint, at: world.now(), ...answered })
  world.changed()
  return respond(c, answered)
}

function find<T>(c: Context<Env>, all: Map<string, T>, show: (found: T) => unknown): Response {
  const id = c.req.param('id')!
  const found = all.get(id)
  return respond(c, found ? ok(show(found)) : missing(id))
}

/** One page of all, the newest first. */
function list<T extends { id: string }>(c: Context<Env>, all: Map<string, T>, show: (item: T) => unknown) {
  const limit = Math.min(100, Math.max(1, Number(c.req.query('limit') ?? 10) || 10))
  const newest = [...all.values()].reverse()
  const at = (id: string | undefined) => newest.findIndex((item) => item.id === id)
  const [after, before] = [at(c.req.query('after')), at(c.req.query('before'))]
  const rest = newest.slice(after + 1, before < 0 ? undefined : before)
  const data = rest.slice(0, limit).map(show)
  return c.json({ data, has_more: rest.length > limit })
}

function createSession({ state, origin, now }: World, value: SessionBody): Answered {
  const session = {
    id: newId('cs'),
    lines: value.line_items.map(({ name, amount, quantity, description }) => ({
      name,
      amount,
      quantity,
      description: description ?? null,
    })),
    channels: value.payment_method_types,
    successUrl: value.success_url ?? null,
    cancelUrl: value.cancel_url ?? null,
    reference: value.reference_number ?? null,
    description: value.description ?? null,
    billing: { name: null, email: null, phone: null, ...value.billing },
    metadata: value.metadata ?? {},
    status: 'active' as const,
    createdAt: now(),
  }
  state.sessions.set(session.id, session)
  return ok(sessionResource(state, origin, session))
}

function expireSession({ state, origin, actions, changed }: World, id: string): Answered {
  const session = state.sessions.get(id)
  if (!session) return missing(id)
  if (!actions.canExpire(session.id)) {
    const detail = 'The checkout session has expired, is paid or is being paid.'
    return wrong(400, { code: 'parameter_invalid', detail, source: about('id') })
  }
  session.status = 'expired'
  changed()
  return ok(sessionResource(state, origin, session))
}

function createRefund({ state, actions }: World, value: RefundBody): Answered {
  const { amount, payment_id, reason, notes } = value
  const payment = state.payments.get(payment_id)
  if (!payment) return missing(payment_id)
  if (payment.status !== 'paid' || !actions.canRefund(payment)) {
    const detail = 'This payment cannot be refunded.'
    return wrong(400, { code: 'parameter_invalid', detail, source: about('payment_id') })
  }
  if (amount > actions.leftOf(payment)) {
    const detail = 'The amount is more than what is left of the payment.'
    return wrong(400, { code: 'allowed_amount_exceeded', detail, source: about('amount') })
  }
  return ok(refundResource(actions.refund(payment, amount, reason, notes ?? null)))
}

function createIntent({ state, now }: World, value: IntentBody): Answered {
  const intent = {
    id: newId('pi'),
    clientKey: newId('pi_client'),
    amount: value.amount,
    description: value.description ?? null,
    channels: value.payment_method_allowed,
    createdAt: now(),
  }
  state.intents.set(intent.id, intent)
  return ok(intentResource(intent))
}

const respond = (c: Context, { status, body }: Answered) =>
  c.body(body, status as 200, { 'content-type': 'application/json; charset=utf-8' })

/** An error answer that ignores the request. */
function errorAnswer(c: Context, status: number, code?: string): Response {
  if (status === 429) return c.text('Too many requests, please try again later.', 429)
  if (status >= 500 && !code) return c.text('', status as 500)
  return respond(c, wrong(status, { code: code ?? 'parameter_invalid', detail: 'Something is wrong.' }))
}
