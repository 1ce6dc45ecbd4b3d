import { signWebhook } from '../signature.ts'
import { newId } from './state.ts'

export type Envelope = 'classic' | 'v2'
export type Webhook = { type: string; body: Uint8Array; signature: string }

/** Faults of sending webhooks; they can be changed at any time. */
export type WebhookFault = {
  envelope: Envelope | 'alternate'
  /** How many times each is sent. */
  copies: number
  /** Each event waits until the next one is sent first; `release` sends the last one. */
  outOfOrder: boolean
  /** A checkout session in an event has no payments. */
  emptyPayments: boolean
  /** The event has no id of its own (v2). */
  withoutId: boolean
  /** Milliseconds before the first try. */
  delayMs: number
  /** Nothing is sent. */
  never: boolean
}

const plain: WebhookFault = {
  envelope: 'alternate',
  copies: 1,
  outOfOrder: false,
  emptyPayments: false,
  withoutId: false,
  delayMs: 0,
  never: false,
}

type Resource = { id: string; type: string; attributes: object }
type Options = {
  secret: string
  now(): Date
  /** The address to which they are sent; null collects them instead. */
  url: (() => string) | null
  retryDelaysMs: readonly number[]
}

/** Signs and sends events, or collects them. */
export function createWebhooks({ secret, now, url, retryDelaysMs }: Options) {
  const manner = { ...plain }
  const collected: Webhook[] = []
  const deliveries = new Set<Promise<void>>()
  const closing = new AbortController()
  let waiting: Webhook | null = null
  let sent = 0

  function make(type: string, resource: Resource): Webhook {
    const hides = manner.emptyPayments && resource.type === 'checkout_session'
    const data = hides
      ? { ...resource, attributes: { ...resource.attributes, payments: [], payment_intent: null } }
      : resource
    const classic = manner.envelope === 'alternate' ? sent++ % 2 === 0 : manner.envelope === 'classic'
    const wrapped = classic ? inClassic(type, data, now()) : inV2(type, data, now(), manner.withoutId)
    const body = new TextEncoder().encode(JSON.stringify(wrapped))
    return { type, body, signature: signWebhook(body, secret, false, now()) }
  }

  function send(webhook: Webhook) {
    for (let copy = 0; copy < manner.copies; copy++) {
      collected.push(webhook)
      if (!url) continue
      const delivery = deliver(webhook, url, [manner.delayMs, ...retryDelaysMs], closing.signal)
      deliveries.add(delivery)
      void delivery.finally(() => deliveries.delete(delivery))
    }
  }

  return {
    /** The events that were sent, or would have been, the oldest first; a reader may empty it. */
    collected,
    /** Changes how the next events are sent; without arguments it removes all faults. */
    set(changes: Partial<WebhookFault> = plain) {
      Object.assign(manner, changes)
    },
    emit(type: string, resource: Resource) {
      if (manner.never) return
      const webhook = make(type, resource)
      if (!manner.outOfOrder) return send(webhook)
      const earlier = waiting
      waiting = earlier ? null : webhook
      if (!earlier) return
      send(webhook)
      send(earlier)
    },
    /** Sends the event that waits for a later one. */
    release() {
      if (waiting) send(waiting)
      waiting = null
    },
    /** Resolves when no event is being sent any more. */
    async idle() {
      while (deliveries.size > 0) await Promise.all(deliveries)
    },
    close: () => closing.abort(),
  }
}

/**
 * Tries after each of the delays until the event is accepted: status 200 to 209 with a JSON body, within 30 seconds.
 */
async function deliver(
  { body, signature }: Webhook,
  url: () => string,
  delays: number[],
  closing: AbortSignal,
) {
  for (const delay of delays) {
    await pause(delay, closing)
    if (closing.aborted) return
    try {
      const response = await fetch(url(), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'paymongo-signature': signature },
        body: body as BodyInit,
        redirect: 'manual',
        signal: AbortSignal.any([closing, AbortSignal.timeout(30_000)]),
      })
      const text = await response.text()
      if (response.status >= 200 && response.status <= 209 && isJson(text)) return
    } catch {
      // Nobody listens there: the event is tried again.
    }
  }
}

const inClassic = (type: string, data: Resource, now: Date) => ({
  data: {
    id: newId('evt'),
    type: 'event',
    attributes: {
      type,
      livemode: false,
      data,
      previous_data: {},
      pending_webhooks: 1,
      created_at: Math.floor(now.getTime() / 1000),
      updated_at: Math.floor(now.getTime() / 1000),
    },
  },
})

const inV2 = (type: string, data: Resource, now: Date, withoutId: boolean) => ({
  event_type: 'send.webhook',
  data: {
    ...(withoutId ? {} : { id: newId('evt') }),
    type,
    resource: data.type,
    livemode: false,
    created_at: now.toISOString(),
    data,
  },
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function pause(ms: number, closing: AbortSignal): Promise<void> {
  if (ms === 0) return Promise.resolve()
  return new Promise((done) => {
    const timer = setTimeout(done, ms)
    closing.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true })
  })
}
