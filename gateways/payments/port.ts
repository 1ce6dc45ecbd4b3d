import type { Verdict } from '#domain/verdict.ts'
import type { Centavos } from '#domain/money.ts'

/** A payment channel, in the provider's own words: `card`, `gcash`, `paymaya`, `grab_pay`, `qrph`, `dob` … */
export type PaymentChannel = string

/** One line of the provider's page. An amount is a unit price, and the total is the sum of all lines. */
export type CheckoutLine = { name: string; centavos: Centavos; quantity: number }

export type CheckoutRequest = {
  /** Our order's number; the provider stores it as the reference. */
  orderNumber: string
  lines: readonly CheckoutLine[]
  channels: readonly PaymentChannel[]
  payer: { name: string; email: string }
  successUrl: string
  cancelUrl: string
}

/**
 * A payment as the provider reports it. `feeCentavos` is the provider's fee; `paidAt` is null until it is paid. Its
 * status is `unknown` where the provider's word for it is new to us. `refunds` are those made of it, failed ones
 * included; null where the answer does not tell them.
 */
export type ProviderPayment = {
  id: string
  status: 'pending' | 'paid' | 'failed' | 'unknown'
  centavos: Centavos
  feeCentavos: Centavos
  currency: string
  channel: PaymentChannel
  paidAt: Date | null
  /** The order that its checkout named, if the provider reports it. */
  orderNumber: string | null
  refunds: readonly ProviderRefund[] | null
}

/**
 * A hosted checkout as the provider reports it. It stays `active` after it is paid: only its payments say whether it
 * is. `url` is empty when the provider no longer gives one; it is always an address that `checkoutOrigin` allows.
 */
export type ProviderCheckout = {
  id: string
  url: string
  status: 'active' | 'expired'
  orderNumber: string | null
  payments: ProviderPayment[]
}

export type ProviderRefund = {
  id: string
  /** Null where the provider reports none. */
  paymentId: string | null
  status: 'pending' | 'succeeded' | 'failed' | 'unknown'
  centavos: Centavos
  createdAt: Date
  /** The notes that the refund was requested with. */
  notes: string | null
}

export type RefundRequest = { paymentId: string; centavos: Centavos; notes: string }

export type PaymentIntent = {
  id: string
  clientKey: string
  status: string
  centavos: Centavos
  currency: string
}

/** A webhook with a larger body is refused. */
export const MAX_WEBHOOK_BYTES = 1024 * 1024

/**
 * A webhook whose signature and mode are right. `checkoutId`, `paymentId` and `refundId` are the ids of its subject.
 */
export type ProviderEvent = {
  id: string
  type: string
  checkoutId: string | null
  paymentId: string | null
  refundId: string | null
}

/**
 * A page of a list. `unreadable` are the ids of its entries that can't be used, whatever their state. `next` is the id
 * after which the next page begins, which may be one of these; null on the last page.
 */
export type Page<T> = { items: T[]; unreadable: string[]; next: string | null }

/**
 * Every call returns a verdict and never throws, whatever the provider answers. Refusals:
 * - `unreachable`: no answer, a 5xx, an answer that is no JSON or to another request, our secret key refused, or the
 *   breaker is open. The provider may have done what was requested: repeat the call with the same key.
 * - `unreadable`: it answered that it did it, in a shape that can't be used. It may answer so whenever it is asked.
 * - `busy`: 429, or 409 as the first request with the key is still being handled, after the bounded retries. That one
 *   may still be done: repeat the call with the same key.
 * - `refused`: a 4xx, so nothing happened; `codes` are the provider's.
 * - `not-found`: the provider has no such object.
 */
export type Answer<T> =
  | ({ ok: true } & T)
  | {
      ok: false
      reason: 'unreachable' | 'unreadable' | 'busy' | 'refused' | 'not-found'
      message: string
      codes: readonly string[]
    }

/** Whether the provider gave no answer yet: asked again later, it may. */
export const isSilent = ({ reason }: Extract<Answer<object>, { ok: false }>): boolean =>
  reason === 'unreachable' || reason === 'busy'

/** The port for online payments: hosted checkouts, refunds, and the provider's own list of both. */
export interface PaymentGateway {
  /** Whether it moves real money. */
  readonly live: boolean
  /** The hosted page in a content security policy: an origin, or `https://*.` and a domain. */
  readonly checkoutOrigin: string
  /** Opens a hosted checkout. The same `key` (255 characters at most) again within a day returns the same checkout. */
  openCheckout(request: CheckoutRequest, key: string): Promise<Answer<{ checkout: ProviderCheckout }>>
  findCheckout(id: string): Promise<Answer<{ checkout: ProviderCheckout }>>
  /**
   * Closes a checkout, so that nobody can pay in an old tab. `refused` when it is closed already or being paid: read
   * it again.
   */
  closeCheckout(id: string): Promise<Answer<{ checkout: ProviderCheckout }>>
  findPayment(id: string): Promise<Answer<{ payment: ProviderPayment }>>
  /** Refunds money: at least 100 centavos, at most what is left of the payment. One refund per `key`. */
  refund(request: RefundRequest, key: string): Promise<Answer<{ refund: ProviderRefund }>>
  findRefund(id: string): Promise<Answer<{ refund: ProviderRefund }>>
  /** Creates a payment intent for a card or wallet form of one's own. */
  createIntent(
    centavos: Centavos,
    description: string,
    key: string,
  ): Promise<Answer<{ intent: PaymentIntent }>>
  /** The provider's own list of payments, newest first, 100 a page; `after` is `next` of the page before. */
  listPayments(after: string | null): Promise<Answer<Page<ProviderPayment>>>
  listRefunds(after: string | null): Promise<Answer<Page<ProviderRefund>>>
  /**
   * Reads a webhook. Refusals: `signature` (not signed by the provider, too old, or the body was changed), `mode`
   * (test in live or the other way round: ignore it), `unreadable`.
   */
  readWebhook(body: Uint8Array, signature: string | null, now: Date): Verdict<{ event: ProviderEvent }>
}
