import type { Verdict } from '#domain/verdict.ts'
import type { Centavos } from '#domain/money.ts'

/** How someone pays online, in the provider's own words: `card`, `gcash`, `paymaya`, `grab_pay`, `qrph`, `dob` … */
export type Channel = string

/** One line of the provider's page. An amount is a unit price, and the charge is the sum of all lines. */
export type CheckoutLine = { name: string; centavos: Centavos; quantity: number }

export type CheckoutRequest = {
  /** Our order's number; the provider keeps it as the reference. */
  orderNumber: string
  lines: readonly CheckoutLine[]
  channels: readonly Channel[]
  payer: { name: string; email: string }
  successUrl: string
  cancelUrl: string
}

/**
 * A payment as the provider has it. `feeCentavos` is what the provider keeps of it; `paidAt` is null until it is
 * paid.
 */
export type ProviderPayment = {
  id: string
  status: 'pending' | 'paid' | 'failed'
  centavos: Centavos
  feeCentavos: Centavos
  currency: string
  channel: Channel
  paidAt: Date | null
  /** The order that its checkout named, where the provider says so. */
  orderNumber: string | null
}

/**
 * A hosted checkout as the provider has it. It stays `active` after it is paid: only its payments tell. `url` is
 * empty where the provider no longer gives one; it is never elsewhere than `checkoutOrigin` says.
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
  paymentId: string
  status: 'pending' | 'succeeded' | 'failed'
  centavos: Centavos
  createdAt: Date
  /** What was noted when it was asked for. */
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

/** A webhook whose signature and mode are right. `checkoutId`, `paymentId` and `refundId` name what it is about. */
export type ProviderEvent = {
  id: string
  type: string
  checkoutId: string | null
  paymentId: string | null
  refundId: string | null
}

export type Page<T> = { items: T[]; next: string | null }

/**
 * Every call answers a verdict and never throws for what the provider says or doesn't say. Refusals:
 * - `unreachable`: no answer, a 5xx, an answer that can't be believed, our own secret refused, or the breaker is
 *   open. What was asked may have happened: ask again with the same key.
 * - `busy`: 429, after the bounded retries.
 * - `refused`: a 4xx, so it did not happen; `codes` are the provider's.
 * - `not-found`: the provider has no such thing.
 */
export type Answer<T> =
  | ({ ok: true } & T)
  | {
      ok: false
      reason: 'unreachable' | 'busy' | 'refused' | 'not-found'
      message: string
      codes: readonly string[]
    }

/** The door money passes through: hosted checkouts, refunds, and the provider's own list of both. */
export interface PaymentGateway {
  /** Whether real money moves. */
  readonly live: boolean
  /** Where the hosted page is, as a content security policy names it: an origin, or `https://*.` and a domain. */
  readonly checkoutOrigin: string
  /** Opens a hosted checkout. The same `key` (255 characters at most) again within a day answers the same checkout. */
  openCheckout(request: CheckoutRequest, key: string): Promise<Answer<{ checkout: ProviderCheckout }>>
  findCheckout(id: string): Promise<Answer<{ checkout: ProviderCheckout }>>
  /**
   * Closes a checkout, so that an old tab can't pay. `refused` when it is closed already or being paid: read it
   * again.
   */
  closeCheckout(id: string): Promise<Answer<{ checkout: ProviderCheckout }>>
  findPayment(id: string): Promise<Answer<{ payment: ProviderPayment }>>
  /** Sends money back: 100 centavos at least, at most what is left of the payment. One refund a `key`. */
  refund(request: RefundRequest, key: string): Promise<Answer<{ refund: ProviderRefund }>>
  findRefund(id: string): Promise<Answer<{ refund: ProviderRefund }>>
  /** A payment intent for a card or wallet form of one's own. */
  createIntent(
    centavos: Centavos,
    description: string,
    key: string,
  ): Promise<Answer<{ intent: PaymentIntent }>>
  /** The provider's own books, newest first, 100 a page; `after` is `next` of the page before. */
  listPayments(after: string | null): Promise<Answer<Page<ProviderPayment>>>
  listRefunds(after: string | null): Promise<Answer<Page<ProviderRefund>>>
  /**
   * Reads a webhook. Refusals: `signature` (not signed by the provider, too old, or the body was altered), `mode`
   * (test in live or the other way round: to be ignored), `unreadable`.
   */
  readWebhook(body: Uint8Array, signature: string | null, now: Date): Verdict<{ event: ProviderEvent }>
}
