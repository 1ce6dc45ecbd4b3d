import { type DataStrategyResult, isRouteErrorResponse } from 'react-router'

/** How a request failed: whether the site answered it, with an error; `message` is the site's own reason. */
export type RequestFailure = { isAnswered: boolean; message: string | null }

type Results = Record<string, DataStrategyResult>

/** How a request of the router failed; null when the page shows its results: data, redirects, refusals of routes. */
export function failureOf(results: Results, method: string): RequestFailure | null {
  const failed = Object.values(results).find(({ type }) => type === 'error')
  if (!failed) return null
  const error = unwrapped(failed.result)
  // The router throws redirects.
  if (error instanceof Response) return null
  if (!isRouteErrorResponse(error)) {
    if (isUnanswered(error)) return { isAnswered: false, message: null }
    // The server has logged it. A page that can't be read shows an error itself; a form stays as it is.
    return method === 'GET' ? null : { isAnswered: true, message: null }
  }
  const message = messageOf(error.data)
  if (message !== null) return { isAnswered: true, message }
  if ([502, 503, 504].includes(error.status)) return { isAnswered: false, message: null }
  return error.status >= 500 && method !== 'GET' ? { isAnswered: true, message: null } : null
}

/** The error that an action threw; the router wraps it together with the status of its answer. */
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
