import { takesRefundAfter } from '#domain/refund/refund.ts'
import { DAY_MS } from '#domain/time.ts'
import { paymentResource, refundResource, sessionResource } from './resources.ts'
import { newId, paymentsOf, refundsOf, totalOf, type Payment, type Refund, type State } from './state.ts'
import type { createWebhooks } from './webhooks.ts'

/** The provider's fee of a payment: tenths of a percent, and for cards ₱15 on top. */
const feeRates: Record<string, number> = { card: 35, gcash: 25, grab_pay: 22, paymaya: 20, qrph: 15 }

export type PaymentOptions = { channel?: string; centavos?: number }

type World = {
  state: State
  origin: string
  now(): number
  webhooks: ReturnType<typeof createWebhooks>
  settleRefundsAfterMs: number
}

/** The actions of people and banks on sessions, payments and refunds, with the events that follow. */
export function createActions({ state, origin, now, webhooks, settleRefundsAfterMs }: World) {
  /** The result of refunds made from now on: `hold` waits for `settleRefund`, `fail` fails where others succeed. */
  const refunds: { go: 'settle' | 'hold' | 'fail' } = { go: 'settle' }
  const unsettled = new Set([...state.refunds.values()].filter(({ status }) => status === 'pending'))

  function sessionToPay(id: string) {
    const session = state.sessions.get(id)
    if (!session) throw new Error(`There is no checkout ${id}.`)
    if (session.status === 'expired') throw new Error(`The checkout ${id} has expired.`)
    return session
  }

  /** Starts a payment that is neither paid nor failed yet: its checkout can't be expired meanwhile. */
  function begin(checkoutId: string, options: PaymentOptions = {}): Payment {
    const session = sessionToPay(checkoutId)
    const payment: Payment = {
      id: newId('pay'),
      sessionId: session.id,
      amount: options.centavos ?? totalOf(session),
      fee: 0,
      channel: options.channel ?? session.channels[0]!,
      status: 'pending',
      paidAt: null,
      createdAt: now(),
    }
    state.payments.set(payment.id, payment)
    return payment
  }

  /** Ends a payment that `begin` started. */
  function finish(paymentId: string, how: 'paid' | 'failed'): Payment {
    const payment = state.payments.get(paymentId)
    if (payment?.status !== 'pending') throw new Error(`The payment ${paymentId} is not under way.`)
    payment.status = how
    if (how === 'failed') {
      webhooks.emit('payment.failed', paymentResource(state, payment))
      return payment
    }
    payment.paidAt = now()
    const rate = feeRates[payment.channel] ?? 20
    payment.fee = Math.floor((payment.amount * rate) / 1000) + (payment.channel === 'card' ? 1500 : 0)
    const session = state.sessions.get(payment.sessionId)!
    webhooks.emit('checkout_session.payment.paid', sessionResource(state, origin, session))
    return payment
  }

  function canExpire(checkoutId: string): boolean {
    const session = state.sessions.get(checkoutId)
    return (
      session?.status === 'active' && paymentsOf(state, checkoutId).every(({ status }) => status === 'failed')
    )
  }

  /** The part of a payment that is neither refunded nor being refunded. */
  function leftOf(payment: Payment): number {
    const back = refundsOf(state, payment.id).filter(({ status }) => status !== 'failed')
    return payment.amount - back.reduce((sum, { amount }) => sum + amount, 0)
  }

  function canRefund({ channel, paidAt }: Payment): boolean {
    return paidAt !== null && takesRefundAfter(channel, (now() - paidAt) / DAY_MS)
  }

  function refund(payment: Payment, amount: number, reason: string, notes: string | null): Refund {
    const made: Refund = {
      id: newId('ref'),
      paymentId: payment.id,
      amount,
      reason,
      notes,
      status: 'pending',
      held: refunds.go === 'hold',
      end: refunds.go === 'fail' ? 'failed' : 'succeeded',
      createdAt: now(),
    }
    state.refunds.set(made.id, made)
    unsettled.add(made)
    return made
  }

  /** Ends a refund that is pending. */
  function settleRefund(id: string, how?: 'succeeded' | 'failed'): Refund {
    const settled = state.refunds.get(id)
    if (settled?.status !== 'pending') throw new Error(`The refund ${id} is not pending.`)
    unsettled.delete(settled)
    settled.status = how ?? settled.end
    const payment = state.payments.get(settled.paymentId)!
    if (settled.status === 'succeeded') webhooks.emit('payment.refunded', paymentResource(state, payment))
    webhooks.emit('payment.refund.updated', refundResource(settled))
    return settled
  }

  /** Ends the refunds that are due, whether or not anyone reads them. */
  function settleDue(): boolean {
    // A clock that was put back must not hold a refund until it is right again.
    const due = [...unsettled].filter(
      ({ held, createdAt }) => !held && Math.abs(now() - createdAt) >= settleRefundsAfterMs,
    )
    for (const { id } of due) settleRefund(id)
    return due.length > 0
  }

  return {
    refunds,
    begin,
    finish,
    canExpire,
    leftOf,
    canRefund,
    refund,
    settleRefund,
    settleDue,
    pay: (checkoutId: string, options?: PaymentOptions) => finish(begin(checkoutId, options).id, 'paid'),
    fail: (checkoutId: string, options?: PaymentOptions) => finish(begin(checkoutId, options).id, 'failed'),
    forget: () => unsettled.clear(),
  }
}

export type Actions = ReturnType<typeof createActions>
