/**
 * A refusal of a service that says when to try again: not before so many seconds, or never, as the same job would be
 * refused each time. `cause` is the error it came with.
 */
export class JobFailure extends Error {
  override name = 'JobFailure'
  readonly retryAfterSeconds: number | 'never'

  constructor(cause: Error, retryAfterSeconds: number | 'never') {
    super(cause.message, { cause })
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * The wait that a `Retry-After` asks for, in milliseconds: seconds, or a date (RFC 9110, section 10.2.3). Null when it
 * is none.
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  const ms = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
