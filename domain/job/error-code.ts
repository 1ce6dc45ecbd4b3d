/**
 * What went wrong, as a code that may be kept: the name of an error, its code and the number of the service's answer.
 * Its words are left out, as those of a mail server may hold an address.
 *
 * ### Example
 * Of nodemailer's error for a refused mailbox it is `Error EENVELOPE 550`, of a broken connection `Error ECONNRESET`.
 */
export function errorCodeOf(error: unknown): string {
  const { name, code, responseCode, statusCode } = Object(error) as Record<string, unknown>
  const parts = [name, code, responseCode ?? statusCode].map(String).filter((part) => /^\w{1,18}$/.test(part))
  return [...new Set(parts)].filter((part) => part !== 'undefined').join(' ') || 'Error'
}
