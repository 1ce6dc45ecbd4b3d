import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
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
import { errorCodeIn } from './bucket-shapes.ts'
import { ImagesAway, NOT_WHOLE } from './port.ts'

export type Log = {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type Timeouts = {
  /**
   * The longest time for one attempt to read, and one to write; all attempts together may take two and a half times
   * that.
   */
  readMs: number
  writeMs: number
  /** How often a call is repeated, and the first wait; it doubles, with jitter. */
  retries: number
  retryDelayMs: number
  /** How many failures in a row open the breaker, and for how long it stays open. */
  breakAfter: number
  breakMs: number
  /** Called with the number of each state that the breaker enters (cockatiel's `CircuitState`). */
  onBreaker?: (state: number) => void
}

export type BucketKeys = {
  /** The bucket's own address, without a slash at the end: `https://host/bucket`, or `https://bucket.host`. */
  url: string
  /** The region that requests are signed for; if undefined, the one in the address, or `us-east-1`. */
  region?: string
  accessKeyId: string
  secretAccessKey: string
}

export type Call = {
  method: 'GET' | 'PUT' | 'DELETE'
  name?: string
  query?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
  /** Whether an answer is usable; otherwise the call is repeated. */
  accepts?: (bytes: Uint8Array) => boolean
}
/** Makes a call. Null: there is no file of that name. Throws `ImagesAway`. */
export type Ask = (call: Call) => Promise<Uint8Array | null>

const MAX_ANSWER = 16 * 1024 * 1024

/** No answer, or one that says that the service is out of order. */
class NoAnswer extends Error {}
/** An answer that is not usable. It says nothing about the other files, so the breaker does not count it. */
class Unusable extends Error {}

/**
 * Calls a service that speaks the S3 protocol. Every call can be repeated safely, and is after a failure. A breaker
 * stops calls to a service that does not answer. Uploads are signed with their SHA-256, so the service stores them
 * completely or not at all. Only codes of errors are logged.
 */
export function bucketCalls(keys: BucketKeys, timeouts: Timeouts, log: Log): Ask {
  const failed = (error: unknown) => error instanceof NoAnswer || isTaskCancelledError(error)
  const breaker = circuitBreaker(handleWhen(failed), {
    halfOpenAfter: timeouts.breakMs,
    breaker: new ConsecutiveBreaker(timeouts.breakAfter),
  })
  const logFields = { event: 'photo-bucket' }
  breaker.onBreak(() => log.warn(logFields, 'the bucket of photos is down: nothing is asked for a while'))
  breaker.onStateChange((state) => timeouts.onBreaker?.(state))
  breaker.onReset(() => log.warn(logFields, 'the bucket of photos is back'))
  const policyOf = (ms: number) =>
    wrap(
      timeout(ms * 2.5, TimeoutStrategy.Aggressive),
      retry(
        handleWhen((error) => failed(error) || error instanceof Unusable),
        {
          maxAttempts: timeouts.retries,
          backoff: new ExponentialBackoff({
            initialDelay: timeouts.retryDelayMs,
            maxDelay: timeouts.retryDelayMs * 8,
          }),
        },
      ),
      breaker,
      timeout(ms, TimeoutStrategy.Aggressive),
    )
  const reading = policyOf(timeouts.readMs)
  const writing = policyOf(timeouts.writeMs)
  const attempt = attempts(keys)

  return async (call) => {
    try {
      const policy = call.method === 'PUT' ? writing : reading
      return await policy.execute(({ signal }) => attempt(call, signal))
    } catch (error) {
      const place = { ...logFields, call: call.method, why: whyOf(error) }
      if (error instanceof ImagesAway) log.error(place, 'the bucket of photos refused a call')
      else if (!isBrokenCircuitError(error)) log.warn(place, 'the bucket of photos gave no usable answer')
      throw error instanceof ImagesAway ? error : new ImagesAway(place.why)
    }
  }
}

function attempts({ url, region, accessKeyId, secretAccessKey }: BucketKeys) {
  const cache = new Map<string, ArrayBuffer>()
  return async ({ method, name = '', query = {}, body, accepts }: Call, signal: AbortSignal) => {
    const address = new URL(`${url}/${name}`)
    for (const [key, value] of Object.entries(query)) address.searchParams.set(key, value)
    // A bucket's own address has no slash at the end.
    if (name === '' && address.pathname !== '/') address.pathname = address.pathname.slice(0, -1)
    const headers = {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      ...(body ? { 'content-type': name.endsWith('.avif') ? 'image/avif' : 'image/webp' } : {}),
    }
    const keys = { accessKeyId, secretAccessKey, region, service: 's3', cache }
    const signed = await new AwsV4Signer({ method, url: address.href, headers, body, ...keys }).sign()
    const answer = await answerTo(signed.url, {
      method,
      headers: signed.headers,
      body,
      signal,
    })
    if (answer.status === 200 || answer.status === 204) {
      if (!isOfBucket(method, answer)) throw new NoAnswer('OtherProtocol')
      if (accepts && !accepts(answer.bytes)) throw new Unusable(NOT_WHOLE)
      return answer.bytes
    }
    const code = errorCodeIn(Buffer.from(answer.bytes).toString('utf8'))
    if (answer.status === 404 && code === 'NoSuchKey') return null
    if (answer.status === 429 || answer.status === 408 || answer.status >= 500)
      throw new NoAnswer(code || `Status${answer.status}`)
    // An answer without an error code of the protocol comes from something in between, such as a proxy.
    if (!code) throw new NoAnswer(`Status${answer.status}`)
    throw new ImagesAway(code)
  }
}

type Answer = { status: number; bytes: Uint8Array; hasTag: boolean }

/**
 * Whether an answer that says "done" comes from the bucket, and not from something in between, such as a proxy's page:
 * it has no body, and that of a stored file has an entity tag (Amazon S3 API Reference, PutObject, DeleteObject).
 */
function isOfBucket(method: string, { bytes, hasTag }: Answer): boolean {
  if (method === 'GET') return true
  return bytes.byteLength === 0 && (method !== 'PUT' || hasTag)
}

async function answerTo(url: URL, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual' })
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += part.byteLength
      if (size > MAX_ANSWER) throw new NoAnswer('TooLarge')
      parts.push(part)
    }
    return { status: response.status, bytes: Buffer.concat(parts), hasTag: response.headers.has('etag') }
  } catch (error) {
    if (error instanceof NoAnswer) throw error
    const { code } = Object(Object(error).cause) as { code?: unknown }
    throw new NoAnswer(typeof code === 'string' ? code : 'Disconnected')
  }
}

function whyOf(error: unknown): string {
  if (isTaskCancelledError(error)) return 'Timeout'
  if (isBrokenCircuitError(error)) return 'Down'
  if (error instanceof ImagesAway) return error.code
  return error instanceof Error ? error.message : 'Unknown'
}
