import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Services } from '../context.ts'
import { atSite } from './at-site.ts'
import { pathForLog } from './calendar-endpoint.ts'
import { clientAddress } from './client-address.ts'
import type { Env } from './env.ts'
import { giveHostCookies, takeHostCookies } from './host-cookies.ts'
import { recordRefusal } from './record-refusal.ts'
import { commonHeaders } from './security-headers.ts'

/** Seconds after which to try again, in an answer of 429 or 503 that does not say. */
const RETRY_SECONDS = '30'

/**
 * What every request gets: an id, the client's address, the site's own address and cookie names. Every answer gets
 * the common headers, a line in the log and, if it refused, one in the audit log. Answers 405 to unknown methods.
 */
export function requestBasics({ settings, log }: Services): MiddlewareHandler<Env> {
  const https = settings.baseUrl.startsWith('https:')
  const common = commonHeaders(https)
  return async (c, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    const socketAddress = c.env?.incoming?.socket.remoteAddress
    const forwardedFor = c.req.header('x-forwarded-for') ?? null
    c.set('ip', clientAddress(socketAddress, forwardedFor, settings.trustProxy))
    const request = atSite(c.req.raw, settings.baseUrl)
    if (!request) return c.body(null, 405, { Allow: 'GET, HEAD, POST' })
    c.req.raw = request
    if (https) takeHostCookies(request.headers)
    await next()
    if (https) giveHostCookies(c.res.headers)
    const context = c.get('context')
    if (context) await recordRefusal(context, request, c.res.status)
    setHeaders(c.res, common)
    c.res.headers.set('X-Request-Id', requestId)
    const ms = Math.round(performance.now() - started)
    log.info(
      { requestId, method: c.req.method, path: pathForLog(c.req.path), status: c.res.status, ms },
      'request',
    )
  }
}

/** Sets the common headers; an answer may tell other sites less of its address, and may be framed by our own pages. */
function setHeaders({ status, headers }: Response, common: Record<string, string>): void {
  const mustWait = status === 429 || status === 503
  if (mustWait && !headers.has('Retry-After')) headers.set('Retry-After', RETRY_SECONDS)
  const silent = headers.get('Referrer-Policy') === 'no-referrer'
  const framed = headers.get('X-Frame-Options') === 'SAMEORIGIN'
  for (const [name, value] of Object.entries(common)) headers.set(name, value)
  if (silent) headers.set('Referrer-Policy', 'no-referrer')
  if (framed) headers.set('X-Frame-Options', 'SAMEORIGIN')
}
