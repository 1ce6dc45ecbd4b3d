import { type DataStrategyResult, isRouteErrorResponse } from 'react-router'
import { unexpected } from '#app/ui/failure.ts'

/** How a request failed. `message` is the site’s reason; null when the site did not answer. */
export type RequestFailure = { message: string | null }

type Results = Record<string, DataStrategyResult>

/**
 * How a request of the router failed; null when the page shows its results: data, redirects, refusals of routes, and
 * an error of the server while a page is being opened (`isOpening`).
 */
export function failureOf(results: Results, isOpening: boolean): RequestFailure | null {
  const failed = Object.values(results).find(({ type }) => type === 'error')
  if (!failed || isRedirect(failed)) return null
  const error = unwrapped(failed.result)
  if (!isRouteErrorResponse(error)) {
    if (isUnanswered(error)) return { message: null }
    // An error of the server: a page that is being opened shows its own error page.
    return isOpening ? null : { message: unexpected }
  }
  const message = messageOf(error.data)
  if (message !== null) return { message }
  // From a proxy: the site itself did not answer.
  if ([502, 503, 504].includes(error.status)) return { message: null }
  return error.status >= 500 && !isOpening ? { message: unexpected } : null
}

/** Whether a route redirects: the router throws the answer. */
export const isRedirect = ({ result }: DataStrategyResult): boolean => unwrapped(result) instanceof Response

/** What a route returned or threw, without the status that the router wraps around it. */
function unwrapped(result: unknown): unknown {
  const wrapped = result as { type?: unknown; data?: unknown } | null
  return wrapped?.type === 'DataWithResponseInit' ? wrapped.data : result
}

/**
 * Whether there was no proper answer: the browser throws a TypeError without an answer, and decoding fails for a
 * truncated answer or another site's page.
 */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const ofTheServer = error.message === 'Unexpected Server Error'
  return (error instanceof TypeError && !ofTheServer) || error.message.startsWith('Unable to decode')
}

/** The message of a refusal that came before any route: `{"error":{"message":"…"}}`. */
function messageOf(data: unknown): string | null {
  if (typeof data !== 'string' || !data.startsWith('{')) return null
  try {
    const { error } = JSON.parse(data) as { error?: { message?: unknown } }
    return typeof error?.message === 'string' ? error.message : null
  } catch {
    return null
  }
}
