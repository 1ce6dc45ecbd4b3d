/** What goes wrong with a call. */
export type Misfortune =
  | { do: 'answer'; status: 400 | 401 | 403 | 404 | 429 | 500 | 502 | 503; code?: string }
  | { do: 'slow'; ms: number }
  /** The connection ends before the call is handled, or after it, before the answer. */
  | { do: 'drop-before' | 'drop-after' }
  | { do: 'garbage' | 'wrong-mode' }
  /** Amounts of payments are told this much too high or, negative, too low. */
  | { do: 'wrong-amount'; centavos: number }
  /** A session hides its payments, or tells them of its payment intent only. */
  | { do: 'payments-hidden' | 'payments-in-intent' }

/** `on` is the beginning of the calls it happens to (`POST /v1/refunds`); `times` how often, once unless said. */
export type Fault = Misfortune & { on?: string; times?: number }

/** The misfortunes that are to happen, in the order they were asked for. One call suffers one of them. */
export function createFaults() {
  let ahead: { fault: Fault; left: number }[] = []
  return {
    add(...faults: Fault[]) {
      ahead.push(...faults.map((fault) => ({ fault, left: fault.times ?? 1 })))
    },
    clear() {
      ahead = []
    },
    /** How many are still to happen. */
    get left() {
      return ahead.reduce((sum, { left }) => sum + left, 0)
    },
    /** Takes what is to happen to this call (`GET /v1/payments`), or null. */
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

/** The answer as a lying or broken provider would give it. */
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
