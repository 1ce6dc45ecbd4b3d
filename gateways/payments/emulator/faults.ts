/** A fault of one call. */
export type PaymentFault =
  | { do: 'answer'; status: 400 | 401 | 403 | 404 | 429 | 500 | 502 | 503; code?: string }
  | { do: 'slow'; ms: number }
  /** The connection is dropped before the call is handled, or after it but before the answer. */
  | { do: 'drop-before' | 'drop-after' }
  | { do: 'garbage' | 'wrong-mode' }
  /** Amounts of payments are reported this much too high, or too low if negative. */
  | { do: 'wrong-amount'; centavos: number }
  /** A session omits its payments, or lists them only in its payment intent. */
  | { do: 'payments-hidden' | 'payments-in-intent' }

/** `on` is the beginning of the calls with the fault (`POST /v1/refunds`); `times` is how often, once by default. */
export type Fault = PaymentFault & { on?: string; times?: number }

/** The planned faults, in the order in which they were set. Each call gets at most one. */
export function createFaults() {
  let ahead: { fault: Fault; left: number }[] = []
  return {
    add(...faults: Fault[]) {
      ahead.push(...faults.map((fault) => ({ fault, left: fault.times ?? 1 })))
    },
    clear() {
      ahead = []
    },
    /** How many faults are still planned. */
    get left() {
      return ahead.reduce((sum, { left }) => sum + left, 0)
    },
    /** Takes the fault of this call (`GET /v1/payments`) from the plan, or null. */
    take(call: string): Fault | null {
      const next = ahead.find(({ fault }) => call.startsWith(fault.on ?? ''))
      if (!next) return null
      next.left--
      ahead = ahead.filter(({ left }) => left > 0)
      return next.fault
    },
  }
}

export type Faults = ReturnType<typeof createFaults>

/** The answer, changed by a fault. */
export function spoil(body: string, fault: Fault | null): string {
  if (fault?.do === 'garbage') return '<html>It works!</html>'
  if (fault?.do === 'wrong-mode') return body.replaceAll('"livemode":false', '"livemode":true')
  if (fault?.do !== 'wrong-amount' && fault?.do !== 'payments-hidden' && fault?.do !== 'payments-in-intent')
    return body
  return JSON.stringify(JSON.parse(body), (_, value: unknown) => {
    const resource = value as { type?: string; attributes?: Record<string, unknown> } | null
    if (!resource?.attributes) return value
    const { type, attributes } = resource
    if (fault.do === 'wrong-amount' && type === 'payment')
      return {
        ...resource,
        attributes: { ...attributes, amount: Number(attributes.amount) + fault.centavos },
      }
    if (fault.do === 'payments-in-intent' && type === 'checkout_session')
      return { ...resource, attributes: { ...attributes, payments: [] } }
    if (fault.do === 'payments-hidden' && type === 'checkout_session')
      return { ...resource, attributes: { ...attributes, payments: [], payment_intent: null } }
    return value
  })
}
