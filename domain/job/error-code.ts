import { JobFailure } from './job-failure.ts'

/**
 * The code of an error, which may be stored: its name, its code and the status number of the service's answer. The
 * message is left out, as a mail server's message may contain an address.
 * ### Example Of nodemailer's error for a refused mailbox it is `Error EENVELOPE 550`, of a broken connection `Error
 * ECONNRESET`.
 */
export function errorCodeOf(error: unknown): string {
  if (error instanceof JobFailure) return errorCodeOf(error.cause)
  const { name, code, responseCode, statusCode } = Object(error) as Record<string, unknown>
  const parts = [name, code, responseCode ?? statusCode].map(String).filter((part) => /^\w{1,18}$/.test(part))
  return [...new Set(parts)].filter((part) => part !== 'undefined').join(' ') || 'Error'
}
