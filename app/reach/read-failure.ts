import { type DataStrategyResult, isRouteErrorResponse } from 'react-router'

/**
 * What went wrong with a request: no answer of the site, or one that it could not give. `message` is the site's own
 * reason.
 */
export type ReadFailure = { reached: boolean; message: string | null }

type Results = Record<string, DataStrategyResult>

/**
 * Why a request of the router failed, or null when its results belong to the page: data, redirects and refusals of
 * routes.
 */
export function readFailure(results: Results, method: string): ReadFailure | null {
  const failed = Object.values(results).find(({ type }) => type === 'error')
  if (!failed) return null
  const error = unwrapped(failed.result)
  // The router throws redirects.
  if (error instanceof Response) return null
  if (!isRouteErrorResponse(error)) {
    if (isUnanswered(error)) return { reached: false, message: null }
    // The server logged it. A page that can't be read says so itself; a form stays as it is.
    return method === 'GET' ? null : { reached: true, message: null }
  }
  if ([502, 503, 504].includes(error.status)) return { reached: false, message: null }
  const message = messageOf(error.data)
  if (message !== null) return { reached: true, message }
  return error.status >= 500 && method !== 'GET' ? { reached: true, message: null } : null
}

/** The router wraps what an action threw together with the status of its answer. */
function unwrapped(result: unknown): unknown {
  const wrapped = result as { type?: unknown; data?: unknown } | null
  return wrapped?.type === 'DataWithResponseInit' ? wrapped.data : result
}

/**
 * A browser that got no answer throws a TypeError; an answer that is cut off, or a page of somebody else, can't be
 * decoded.
 */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const ofTheServer = error.message === 'Unexpected Server Error'
  return (error instanceof TypeError && !ofTheServer) || error.message.startsWith('Unable to decode')
}

/** The words of a refusal that came before any route: `{"error":{"message":"…"}}`. */
function messageOf(data: unknown): string | null {
  if (typeof data !== 'string' || !data.startsWith('{')) return null
  try {
    const { error } = JSON.parse(data) as { error?: { message?: unknown } }
    return typeof error?.message === 'string' ? error.message : null
  } catch {
    return null
  }
}
