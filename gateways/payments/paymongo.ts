import { payMongoCalls, refusal, type Fetch, type Log, type Timeouts } from './paymongo-calls.ts'
import { shapes } from './paymongo-shapes.ts'
import type { Answer, CheckoutRequest, Page, PaymentGateway, ProviderRefund } from './port.ts'
import { readWebhook } from './webhook.ts'

export type PayMongoOptions = Partial<Timeouts> & {
  /** `sk_test_…` or `sk_live_…`, which also determines the mode. */
  secretKey: string
  /** `whsk_…` of the one webhook endpoint. */
  webhookSecret: string
  /** The channels that a payment intent allows. */
  channels?: readonly string[]
  apiUrl?: string
  /** The origin of the hosted page, if it isn't PayMongo's own. */
  checkoutOrigin?: string
  webhookToleranceSeconds?: number
  fetch?: Fetch
  log?: Log
}

const defaultTimeouts: Timeouts = {
  timeoutMs: 10_000,
  retries: 2,
  retryDelayMs: 250,
  breakAfter: 9,
  breakMs: 10_000,
}
const silent: Log = { warn: () => {}, error: () => {} }

/**
 * PayMongo: hosted checkouts (created with v2, read and expired with v1), refunds, payment intents, and its lists of
 * payments and refunds. `retryDelayMs`, `breakMs` and the other waits are in milliseconds, the tolerance for webhooks
 * in seconds.
 */
export function payMongo(options: PayMongoOptions): PaymentGateway {
  const { secretKey, webhookSecret, channels = ['card'], checkoutOrigin } = options
  if (!/^sk_(test|live)_/.test(secretKey) || !webhookSecret) throw new Error('PayMongo needs its keys.')
  const live = secretKey.startsWith('sk_live_')
  const apiUrl = options.apiUrl ?? 'https://api.paymongo.com'
  const log = options.log ?? silent
  const ask = payMongoCalls(
    apiUrl,
    secretKey,
    { ...defaultTimeouts, ...given(options) },
    options.fetch ?? fetch,
    log,
  )
  const shape = shapes(live, (url) => isCheckoutUrl(url, checkoutOrigin))
  const rule = { secret: webhookSecret, live, toleranceSeconds: options.webhookToleranceSeconds ?? 10_800 }

  return {
    live,
    checkoutOrigin: checkoutOrigin ?? 'https://*.paymongo.com',
    async openCheckout(request, key) {
      const wrong = request.lines.some(({ centavos, quantity }) => !isAmount(centavos) || !isAmount(quantity))
      if (wrong) return refusal('refused', 'A line has no amount.', ['parameter_invalid'])
      const attributes = checkoutAttributes(request)
      const asked = await ask(post('/v2/checkout_sessions', attributes, key), shape.checkout)
      const { orderNumber } = request
      const answer = named(
        'checkout',
        ifOurs(asked, (made) => made.orderNumber === null || made.orderNumber === orderNumber),
      )
      return answer.ok && !answer.checkout.url ? refusal('refused', 'The checkout has no address.') : answer
    },
    findCheckout: (id) => find('checkout', id, () => ask(get(`/v1/checkout_sessions/${id}`), shape.checkout)),
    closeCheckout: (id) =>
      find('checkout', id, () =>
        ask({ method: 'POST', path: `/v1/checkout_sessions/${id}/expire` }, shape.checkout),
      ),
    findPayment: (id) => find('payment', id, () => ask(get(`/v1/payments/${id}`), shape.payment)),
    async refund({ paymentId, centavos, notes }, key) {
      const attributes = {
        amount: centavos,
        payment_id: paymentId,
        reason: 'requested_by_customer',
        notes: notes.slice(0, 255),
      }
      const asked = await ask(post('/v1/refunds', attributes, key), shape.refund)
      const isOurs = (made: ProviderRefund) =>
        (made.paymentId ?? made.notes) !== null &&
        (made.paymentId ?? paymentId) === paymentId &&
        (made.notes ?? attributes.notes) === attributes.notes &&
        made.centavos === centavos
      return named('refund', ifOurs(asked, isOurs))
    },
    findRefund: (id) => find('refund', id, () => ask(get(`/v1/refunds/${id}`), shape.refund)),
    async createIntent(centavos, description, key) {
      const attributes = {
        amount: centavos,
        currency: 'PHP',
        payment_method_allowed: channels,
        capture_type: 'automatic',
        description,
      }
      return named('intent', await ask(post('/v1/payment_intents', attributes, key), shape.intent))
    },
    listPayments: async (after) => listed(await ask(get(`/v1/payments${page(after)}`), shape.payments), log),
    listRefunds: async (after) => listed(await ask(get(`/v1/refunds${page(after)}`), shape.refunds), log),
    readWebhook: (body, signature, now) => readWebhook(body, signature, rule, now),
  }
}

const get = (path: string) => ({ method: 'GET' as const, path })
const post = (path: string, attributes: object, key: string) => ({
  method: 'POST' as const,
  path,
  attributes,
  key,
})
const page = (after: string | null) => `?limit=100${after ? `&after=${encodeURIComponent(after)}` : ''}`
const isAmount = (n: number) => Number.isSafeInteger(n) && n >= 0

function named<N extends string, T>(name: N, answer: Answer<{ value: T }>): Answer<Record<N, T>> {
  return answer.ok ? ({ ok: true, [name]: answer.value } as { ok: true } & Record<N, T>) : answer
}

type Listed<T> = Omit<Page<T>, 'unreadable'> & { unreadable: { id: string; wrong: string[] }[] }

/** A page of a list; its entries that can't be read are logged. */
function listed<T>(answer: Answer<{ value: Listed<T> }>, log: Log): Answer<Page<T>> {
  if (!answer.ok) return answer
  const { unreadable, ...rest } = answer.value
  for (const entry of unreadable)
    log.error(
      { event: 'payment-provider', ...entry },
      'the payment provider listed an entry in an unexpected shape',
    )
  return { ok: true, ...rest, unreadable: unreadable.map(({ id }) => id) }
}

/**
 * An answer, unless it is of another request: a broken proxy may give answers twice, and the next request gets one.
 */
function ifOurs<T>(answer: Answer<{ value: T }>, isOurs: (value: T) => boolean): Answer<{ value: T }> {
  return answer.ok && !isOurs(answer.value)
    ? refusal('unreachable', 'PayMongo answered another request.')
    : answer
}

/** The id becomes part of an address, so a text that does not look like an id is not sent. */
async function find<N extends string, T extends { id: string }>(
  name: N,
  id: string,
  ask: () => Promise<Answer<{ value: T }>>,
): Promise<Answer<Record<N, T>>> {
  if (!/^\w{1,100}$/.test(id)) return refusal('not-found', 'PayMongo does not have that.')
  return named(
    name,
    ifOurs(await ask(), (found) => found.id === id),
  )
}

/** Whether an address is a page of PayMongo by https, or of the emulator. */
function isCheckoutUrl(text: string, origin: string | undefined): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (origin) return url.origin === origin
  if (url.username || url.password || url.port) return false
  return url.protocol === 'https:' && /(^|\.)paymongo\.com$/.test(url.hostname)
}

/**
 * A line of ₱0.00 is left out, since PayMongo would refuse it; so is the payer's phone, whose prefix the page doubles.
 */
function checkoutAttributes({ orderNumber, lines, channels, payer, successUrl, cancelUrl }: CheckoutRequest) {
  return {
    line_items: lines
      .filter(({ centavos, quantity }) => centavos * quantity > 0)
      .map(({ name, centavos, quantity }) => ({
        name: name.slice(0, 255),
        amount: centavos,
        currency: 'PHP',
        quantity,
      })),
    payment_method_types: channels,
    success_url: successUrl,
    cancel_url: cancelUrl,
    reference_number: orderNumber,
    description: `Order ${orderNumber}`,
    metadata: { order_number: orderNumber },
    billing: { name: payer.name, email: payer.email },
    send_email_receipt: false,
    show_description: true,
    show_line_items: true,
  }
}

function given(options: Partial<Timeouts>): Partial<Timeouts> {
  const { timeoutMs, retries, retryDelayMs, breakAfter, breakMs, onBreaker } = options
  const all = { timeoutMs, retries, retryDelayMs, breakAfter, breakMs, onBreaker }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
