import {
  paymentsOf,
  refundsOf,
  totalOf,
  type Intent,
  type Payment,
  type Refund,
  type Session,
  type State,
} from './state.ts'

const seconds = (ms: number) => Math.floor(ms / 1000)

/** A checkout session as PayMongo answers it. Its `status` says nothing of whether it was paid. */
export function sessionResource(state: State, origin: string, session: Session) {
  const payments = paymentsOf(state, session.id)
  const paid = payments.find(({ status }) => status === 'paid')
  const resources = payments.map((payment) => paymentResource(state, payment))
  return {
    id: session.id,
    type: 'checkout_session',
    attributes: {
      billing: session.billing,
      billing_information_fields_editable: 'enabled',
      cancel_url: session.cancelUrl,
      checkout_url: `${origin}/checkout/${session.id}`,
      client_key: `${session.id}_client_emulated`,
      customer_email: session.billing.email,
      description: session.description,
      line_items: session.lines.map((line) => ({ ...line, currency: 'PHP', images: [] })),
      livemode: false,
      merchant: 'Emulated merchant',
      metadata: session.metadata,
      paid_at: paid?.paidAt ? seconds(paid.paidAt) : null,
      payment_intent: payments.length
        ? {
            id: session.id.replace('cs_', 'pi_'),
            type: 'payment_intent',
            attributes: {
              amount: totalOf(session),
              currency: 'PHP',
              livemode: false,
              status: paid ? 'succeeded' : 'awaiting_payment_method',
              payments: resources,
            },
          }
        : null,
      payment_method_types: session.channels,
      payment_method_used: paid?.channel ?? null,
      payments: resources,
      reference_number: session.reference,
      send_email_receipt: false,
      show_description: true,
      show_line_items: true,
      status: session.status,
      success_url: session.successUrl,
      created_at: seconds(session.createdAt),
      updated_at: seconds(session.createdAt),
    },
  }
}

/** A payment as PayMongo answers it. */
export function paymentResource(state: State, payment: Payment) {
  const session = state.sessions.get(payment.sessionId)
  return {
    id: payment.id,
    type: 'payment',
    attributes: {
      amount: payment.amount,
      billing: session?.billing ?? null,
      currency: 'PHP',
      description: session?.description ?? null,
      disputed: false,
      fee: payment.fee,
      foreign_fee: 0,
      livemode: false,
      metadata: session?.metadata ?? null,
      net_amount: payment.amount - payment.fee,
      payment_intent_id: payment.sessionId.replace('cs_', 'pi_'),
      refunds: refundsOf(state, payment.id).map(refundResource),
      source: { id: payment.id.replace('pay_', 'src_'), type: payment.channel },
      statement_descriptor: 'Emulated merchant',
      status: payment.status,
      paid_at: payment.paidAt === null ? null : seconds(payment.paidAt),
      created_at: seconds(payment.createdAt),
      updated_at: seconds(payment.createdAt),
    },
  }
}

/** A refund as PayMongo answers it. */
export function refundResource(refund: Refund) {
  return {
    id: refund.id,
    type: 'refund',
    attributes: {
      amount: refund.amount,
      currency: 'PHP',
      livemode: false,
      metadata: null,
      notes: refund.notes,
      payment_id: refund.paymentId,
      reason: refund.reason,
      status: refund.status,
      created_at: seconds(refund.createdAt),
      updated_at: seconds(refund.createdAt),
    },
  }
}

/** A payment intent as PayMongo answers it. */
export function intentResource(intent: Intent) {
  return {
    id: intent.id,
    type: 'payment_intent',
    attributes: {
      amount: intent.amount,
      capture_type: 'automatic',
      client_key: intent.clientKey,
      currency: 'PHP',
      description: intent.description,
      last_payment_error: null,
      livemode: false,
      next_action: null,
      payment_method_allowed: intent.channels,
      payments: [],
      status: 'awaiting_payment_method',
      created_at: seconds(intent.createdAt),
      updated_at: seconds(intent.createdAt),
    },
  }
}
