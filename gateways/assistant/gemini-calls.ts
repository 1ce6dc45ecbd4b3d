import {
  circuitBreaker,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhen,
  isBrokenCircuitError,
  retry,
  wrap,
} from 'cockatiel'
import { retryAfterMs } from '#domain/job/job-failure.ts'
import { framesOf } from './frames.ts'
import { readError, readFrame, type Piece, type VendorError } from './gemini-shapes.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>
export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type Timeouts = {
  /** The longest time for one attempt until its first word, and for all attempts together. */
  firstWordMs: number
  openMs: number
  /** The longest pause within an answer, and the longest time for a whole answer. */
  silenceMs: number
  wholeMs: number
  /** How often a question is repeated before its first word, the first wait, and the longest wait. */
  retries: number
  retryDelayMs: number
  maxRetryDelayMs: number
  /** How many failures in a row open the breaker, and for how long it stays open. */
  breakAfter: number
  breakMs: number
  /** Called with the number of each state that the breaker enters (cockatiel's `CircuitState`). */
  onBreaker?: (state: number) => void
}

/**
 * Why an attempt failed. `no-answer` and `busy` are repeated; after `gone` (no such model), `refused` (our request)
 * and `key` (our key) it would not help. `stopped`: the reader left. `waitMs` is how long the vendor asks us to wait.
 */
export class Failed extends Error {
  readonly why: 'no-answer' | 'busy' | 'gone' | 'refused' | 'key' | 'stopped'
  readonly waitMs: number | null
  readonly facts: object
  constructor(why: Failed['why'], facts: object = {}, waitMs: number | null = null) {
    super(why)
    this.why = why
    this.facts = facts
    this.waitMs = waitMs
  }
}

/** An answer that has begun: its first piece has text. */
export type Opened = { first: Piece; rest: AsyncGenerator<Piece>; close(): void }
export type Open = (model: string, body: object, reader: AbortSignal) => Promise<Opened>

/**
 * Opens answers of Gemini. It repeats a failed attempt where that is safe, until the first word; a breaker stops calls
 * to a vendor that does not answer. Throws `Failed`. It never logs questions or answers.
 */
export function geminiCalls(
  apiUrl: string,
  apiKey: string,
  timeouts: Timeouts,
  fetch: Fetch,
  log: Log,
): Open {
  const policy = policyOf(timeouts, log)

  async function attempt(model: string, body: object, reader: AbortSignal): Promise<Opened> {
    const watch = watchdog(reader)
    watch.expect(timeouts.firstWordMs)
    try {
      const response = await fetch(
        `${apiUrl}/v1beta/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`,
        {
          method: 'POST',
          headers: { 'x-goog-api-key': apiKey, 'content-type': 'application/json' },
          body: JSON.stringify(body),
          redirect: 'error',
          signal: watch.signal,
        },
      )
      if (response.status !== 200)
        throw failureOf(response.status, await beginningOf(response), response.headers)
      if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
        throw new Failed('no-answer', { why: 'no stream' })
      const pieces = piecesOf(response.body)
      let first: IteratorResult<Piece>
      let spoken = false
      do {
        first = await pieces.next()
        if (first.done) throw new Failed('no-answer', { why: 'nothing came' })
        const { text, finish, blocked } = first.value
        spoken = Boolean(text || finish || blocked)
      } while (!spoken)
      watch.until(timeouts.wholeMs)
      return { first: first.value, rest: watched(pieces, watch, timeouts.silenceMs), close: watch.close }
    } catch (error) {
      watch.close()
      // A reader who leaves is not a failure of the vendor.
      throw reader.aborted ? new Failed('stopped') : failedBy(error, watch.late)
    }
  }

  return async (model, body, reader) => {
    const early = new AbortController()
    const timer = setTimeout(() => early.abort(), timeouts.openMs)
    const patient = AbortSignal.any([reader, early.signal])
    try {
      return await untilAborted(
        policy.execute(() => attempt(model, body, patient), patient),
        patient,
      )
    } catch (error) {
      const failed = reader.aborted
        ? new Failed('stopped')
        : early.signal.aborted
          ? new Failed('no-answer', { why: 'timeout' })
          : failedBy(error)
      const place = { ...logFields, model, ...failed.facts }
      if (failed.why === 'key') log.error(place, 'the assistant’s provider does not take our key')
      else if (failed.why !== 'stopped')
        log.warn({ ...place, why: failed.why }, 'the assistant had no answer')
      throw failed
    } finally {
      clearTimeout(timer)
    }
  }
}

const logFields = { event: 'assistant-provider' }
const isSilent = (error: unknown) => error instanceof Failed && error.why === 'no-answer'

/** Repeats a failed attempt where that is safe, and stops calls to a vendor that does not answer. */
function policyOf(timeouts: Timeouts, log: Log) {
  const breaker = circuitBreaker(handleWhen(isSilent), {
    halfOpenAfter: timeouts.breakMs,
    breaker: new ConsecutiveBreaker(timeouts.breakAfter),
  })
  breaker.onBreak(() => log.warn(logFields, 'the assistant’s provider is down: nothing is asked for a while'))
  breaker.onStateChange((state) => timeouts.onBreaker?.(state))
  breaker.onReset(() => log.warn(logFields, 'the assistant’s provider is back'))
  const mayTryAgain = (error: unknown) =>
    isSilent(error) ||
    (error instanceof Failed && error.why === 'busy' && (error.waitMs ?? 0) <= timeouts.maxRetryDelayMs)
  const again = retry(handleWhen(mayTryAgain), {
    maxAttempts: timeouts.retries,
    backoff: new DelegateBackoff(({ attempt, result }) => {
      const requestedWait = 'error' in result && result.error instanceof Failed ? result.error.waitMs : null
      const doubled = timeouts.retryDelayMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
      return Math.min(requestedWait ?? doubled, timeouts.maxRetryDelayMs)
    }),
  })
  return wrap(again, breaker)
}

function failedBy(error: unknown, late = false): Failed {
  if (error instanceof Failed) return error
  if (isBrokenCircuitError(error)) return new Failed('no-answer', { why: 'breaker' })
  return new Failed('no-answer', { why: late ? 'timeout' : error instanceof Error ? error.name : 'unknown' })
}

/**
 * The meaning of an HTTP status or of an error in a stream. A 404 without the vendor's error body says nothing about
 * the model.
 */
function failureOf(status: number, body: string, headers: Headers): Failed {
  const error = readError(body)
  return failureOfError(
    error ?? { code: status, status: '', reasons: [], retryMs: null },
    error !== null,
    retryAfterMs(headers.get('retry-after'), Date.now()),
  )
}

/** The most characters that are read of an error. */
const MAX_ERROR = 64 * 1024

/** The beginning of a body, which for an error of the vendor is all of it. */
async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of (body ?? []) as AsyncIterable<Uint8Array>) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > MAX_ERROR) break
  }
  return text
}

function failureOfError(
  { code, status, reasons, retryMs }: VendorError,
  known = true,
  headerMs: number | null = null,
) {
  const facts = { code, status, reasons }
  if (code === 429) return new Failed('busy', facts, retryMs ?? headerMs)
  if (code === 401 || code === 403 || reasons.includes('API_KEY_INVALID')) return new Failed('key', facts)
  if (code === 404 && known) return new Failed('gone', facts)
  if (code === 400) return new Failed('refused', facts)
  return new Failed('no-answer', facts, headerMs)
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Piece> {
  for await (const data of framesOf(body)) {
    const read = readFrame(data)
    if (!read) throw new Failed('no-answer', { why: 'not readable' })
    if ('code' in read) throw failureOfError(read)
    yield read
  }
}

async function* watched(pieces: AsyncGenerator<Piece>, watch: Watchdog, silenceMs: number) {
  while (true) {
    watch.expect(silenceMs)
    const next = await pieces.next()
    if (next.done) return
    yield next.value
  }
}

type Watchdog = ReturnType<typeof watchdog>

/** Ends a call when nothing arrives for a while, when it takes too long, or when its reader leaves. */
function watchdog(reader: AbortSignal) {
  const own = new AbortController()
  const timers: Partial<Record<'next' | 'whole', NodeJS.Timeout>> = {}
  const self = {
    signal: AbortSignal.any([reader, own.signal]),
    late: false,
    expect: (ms: number) => set('next', ms),
    until: (ms: number) => set('whole', ms),
    close() {
      clearTimeout(timers.next)
      clearTimeout(timers.whole)
      own.abort()
    },
  }
  function set(name: 'next' | 'whole', ms: number) {
    clearTimeout(timers[name])
    timers[name] = setTimeout(() => {
      self.late = true
      own.abort()
    }, ms)
  }
  return self
}

/** Rejects as soon as the signal aborts, without waiting for `work`; an answer that begins after that is closed. */
async function untilAborted<T extends { close(): void }>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const leaving = new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
  })
  try {
    return await Promise.race([work, leaving])
  } catch (error) {
    if (signal.aborted)
      void work.then(
        (opened) => opened.close(),
        () => {},
      )
    throw error
  }
}
