import { breakerStates, type BreakerState, type Gateway, gateways } from '#domain/health/gateway.ts'
import { traced } from './trace.ts'

/** What was counted of a gateway since this process started. `breaker` is null where it has none. */
export type GatewayReading = {
  gateway: Gateway
  calls: number
  failures: number
  lastFailureAt: Date | null
  breaker: BreakerState | null
}

export type GatewayWatch = {
  /** The port with these methods watched: each call is counted, and is a span of a trace. */
  watch<Port extends object>(gateway: Gateway, port: Port, methods: readonly (keyof Port)[]): Port
  /** Counts calls that are not made through `watch`, and notes the state of the breaker. */
  reports(gateway: Gateway): { call(isDone: boolean): void; breaker(state: number): void }
  /** Notes the state of a gateway's breaker: the number that cockatiel gives it. */
  breaker(gateway: Gateway): (state: number) => void
  /** The gateways that are in use. */
  read(): GatewayReading[]
}

/** The calls of the payment provider; reading a webhook asks nobody. */
export const paymentCalls = [
  'openCheckout',
  'findCheckout',
  'closeCheckout',
  'findPayment',
  'refund',
  'findRefund',
  'createIntent',
  'listPayments',
  'listRefunds',
] as const

/** Longer than any breaker stays open: after that the next call tries the service again, whenever it comes. */
const LEFT_ALONE_MS = 60_000

/** Reasons of verdicts that mean the service did not do its part. */
const serviceFailed = new Set(['unreachable', 'unreadable', 'busy', 'gone', 'broken'])

/**
 * Watches the calls of this process to outside services. A call failed when it threw or the service did not answer.
 */
export function watchGateways(clock: { now(): Date }): GatewayWatch {
  const readings = new Map<Gateway, GatewayReading>()
  const of = (gateway: Gateway): GatewayReading => {
    const known = readings.get(gateway)
    if (known) return known
    const reading = { gateway, calls: 0, failures: 0, lastFailureAt: null, breaker: null }
    readings.set(gateway, reading)
    return reading
  }
  const count = (gateway: Gateway, isDone: boolean) => {
    const reading = of(gateway)
    reading.calls++
    if (isDone) return
    reading.failures++
    reading.lastFailureAt = clock.now()
  }
  const watched = async (gateway: Gateway, call: () => Promise<unknown>) => {
    try {
      const answer = await call()
      const { ok, reason } = Object(answer) as { ok?: boolean; reason?: string }
      count(gateway, !(ok === false && reason && serviceFailed.has(reason)))
      return answer
    } catch (error) {
      count(gateway, false)
      throw error
    }
  }
  const enteredAt = new Map<Gateway, number>()
  const breaker = (gateway: Gateway) => {
    of(gateway).breaker = 'closed'
    return (state: number) => {
      of(gateway).breaker = breakerStates[state] ?? null
      enteredAt.set(gateway, performance.now())
    }
  }
  /** The breaker itself learns only by a call that its time is over. */
  const nowOf = (reading: GatewayReading): GatewayReading => {
    const isOver = performance.now() - (enteredAt.get(reading.gateway) ?? 0) > LEFT_ALONE_MS
    return reading.breaker === 'open' && isOver ? { ...reading, breaker: 'half-open' } : reading
  }
  return {
    watch(gateway, port, methods) {
      of(gateway)
      const wrapped = methods.map((method) => {
        const own = port[method] as (...args: unknown[]) => Promise<unknown>
        const span = { kind: 'gateway', name: `${gateway} ${String(method)}` } as const
        return [
          method,
          (...args: unknown[]) => traced({ ...span }, () => watched(gateway, () => own.apply(port, args))),
        ]
      })
      return { ...port, ...Object.fromEntries(wrapped) }
    },
    reports: (gateway) => ({ call: (isDone) => count(gateway, isDone), breaker: breaker(gateway) }),
    breaker,
    read: () => gateways.flatMap((gateway) => readings.get(gateway) ?? []).map(nowOf),
  }
}
