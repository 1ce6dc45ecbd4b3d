import {
  circuitBreaker,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhen,
  isBrokenCircuitError,
  isTaskCancelledError,
  retry,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel'
import type { z } from 'zod'
import { errorShape, placesOf } from './paymongo-shapes.ts'
import type { Answer } from './port.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>
export type Log = {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type Timeouts = {
  /** The longest time for one attempt; all attempts together may take two and a half times that. */
  timeoutMs: number
  /** How often a repeatable call is repeated, and the first wait, which doubles each time, up to eight times it. */
  retries: number
  retryDelayMs: number
  /** How many failures in a row open the breaker, and for how long it stays open. */
  breakAfter: number
  breakMs: number
  /** Called with the number of each state that the breaker enters (cockatiel's `CircuitState`). */
  onBreaker?: (state: number) => void
}

export type Call = { method: 'GET' | 'POST'; path: string; attributes?: object; key?: string }
export type Ask = <T>(call: Call, shape: z.ZodType<T>) => Promise<Answer<{ value: T }>>

const MAX_ANSWER_BYTES = 5 * 1024 * 1024

class NoAnswer extends Error {}
class Busy extends Error {}

type RawAnswer = { status: number; text: string }

/**
 * Returns a function that calls PayMongo. A call is repeated when that is safe: a GET, or a POST with an idempotency
 * key. A breaker stops calls to a provider that does not answer. After `unreachable`, a POST may or may not have been
 * done. The method, path, status and codes of a failed call are logged, never what was sent or answered.
 */
export function payMongoCalls(
  apiUrl: string,
  secretKey: string,
  timeouts: Timeouts,
  fetch: Fetch,
  log: Log,
): Ask {
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
  const { once, repeatedly } = policiesOf(timeouts, log)

  async function attempt({ method, path, attributes, key }: Call, signal: AbortSignal): Promise<RawAnswer> {
    let answered: RawAnswer
    try {
      const response = await fetch(apiUrl + path, {
        method,
        headers: {
          authorization,
          accept: 'application/json',
          ...(attributes ? { 'content-type': 'application/json' } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
        },
        body: attributes ? JSON.stringify({ data: { attributes } }) : undefined,
        redirect: 'error',
        signal,
      })
      answered = { status: response.status, text: await textOf(response) }
    } catch (error) {
      throw new NoAnswer(error instanceof Error ? error.name : 'unknown')
    }
    // 409: an earlier request with the same idempotency key is still being handled.
    if (answered.status === 429 || (answered.status === 409 && key)) throw new Busy()
    if (answered.status >= 500 || answered.status === 408) throw new NoAnswer(String(answered.status))
    return answered
  }

  return async (call, shape) => {
    const policy = call.method === 'GET' || call.key ? repeatedly : once
    const label = { event: 'payment-provider', call: `${call.method} ${call.path.split('?')[0]}` }
    let answered: RawAnswer
    try {
      answered = await policy.execute(({ signal }) => attempt(call, signal))
    } catch (error) {
      if (error instanceof Busy) return refusal('busy', 'PayMongo is busy.')
      if (hasFailed(error))
        return unreachable(log, label, { why: isTaskCancelledError(error) ? 'timeout' : messageOf(error) })
      if (isBrokenCircuitError(error)) return refusal('unreachable', 'PayMongo could not be reached.')
      throw error
    }
    return readAnswer(answered, shape, log, label)
  }
}

/** Whether a call timed out, broke, or was answered by 408 or 5xx. */
const hasFailed = (error: unknown) => error instanceof NoAnswer || isTaskCancelledError(error)

/** How a call is made: `once`, or `repeatedly` while it fails; both through the same breaker. */
function policiesOf(timeouts: Timeouts, log: Log) {
  const breaker = circuitBreaker(handleWhen(hasFailed), {
    halfOpenAfter: timeouts.breakMs,
    breaker: new ConsecutiveBreaker(timeouts.breakAfter),
  })
  const logFields = { event: 'payment-provider' }
  breaker.onBreak(() => log.warn(logFields, 'the payment provider is down: nothing is asked for a while'))
  breaker.onStateChange((state) => timeouts.onBreaker?.(state))
  breaker.onReset(() => log.warn(logFields, 'the payment provider is back'))
  const once = wrap(breaker, timeout(timeouts.timeoutMs, TimeoutStrategy.Aggressive))
  const repeatedly = wrap(
    timeout(timeouts.timeoutMs * 2.5, TimeoutStrategy.Aggressive),
    retry(
      handleWhen((error) => hasFailed(error) || error instanceof Busy),
      {
        maxAttempts: timeouts.retries,
        backoff: new ExponentialBackoff({
          initialDelay: timeouts.retryDelayMs,
          maxDelay: timeouts.retryDelayMs * 8,
        }),
      },
    ),
    once,
  )
  return { once, repeatedly }
}

/** The method and path of a call, for the log. */
type CallLabel = { event: string; call: string }

/** The value of an answer, read by its shape, or the refusal that says why there is none. */
function readAnswer<T>(
  { status, text }: RawAnswer,
  shape: z.ZodType<T>,
  log: Log,
  label: CallLabel,
): Answer<{ value: T }> {
  const body = jsonOf(text)
  if (status === 200) {
    // A body that is not JSON may be a proxy's page: it does not say that PayMongo did anything.
    if (body === undefined) return unreachable(log, label, { status })
    const read = shape.safeParse(body)
    if (read.success) return { ok: true, value: read.data }
    log.error(
      { ...label, wrong: placesOf(read.error) },
      'the payment provider answered in an unexpected shape',
    )
    return refusal('unreadable', 'PayMongo gave an answer that could not be used.')
  }
  const errors = errorShape.safeParse(body)
  // An unknown route is a 404 without a body: that says nothing about the requested object. Nor does a proxy's page.
  const saysNothing = status < 400 || status === 404 || body === undefined
  if (!errors.success && saysNothing) return unreachable(log, label, { status })
  const codes = errors.success ? errors.data.errors.map(({ code }) => code) : []
  if (status === 404) return refusal('not-found', 'PayMongo does not have that.', codes)
  if (status === 401) {
    log.error({ ...label, status, codes }, 'the payment provider does not take our key')
    return refusal('unreachable', 'PayMongo could not be reached.', codes)
  }
  log.warn({ ...label, status, codes }, 'the payment provider refused a call')
  return refusal('refused', 'PayMongo refused.', codes)
}

/** The refusal of a call without an answer that can be used; logs why. */
function unreachable(log: Log, label: CallLabel, why: { why: string } | { status: number }) {
  log.warn({ ...label, ...why }, 'the payment provider gave no answer that could be used')
  return refusal('unreachable', 'PayMongo could not be reached.')
}

type Reason = Extract<Answer<object>, { ok: false }>['reason']

/** Makes the refusal of a call. */
export function refusal(reason: Reason, message: string, codes: readonly string[] = []) {
  return { ok: false as const, reason, message, codes }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown')

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function textOf(response: Response): Promise<string> {
  if (!response.body) return ''
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    if (size > MAX_ANSWER_BYTES) throw new Error('The answer is too large.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
