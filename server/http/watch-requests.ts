import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Metrics } from '../metrics/metrics.ts'
import { type Span, spans, tracedUntil } from '../trace.ts'
import type { RouteNames } from './route-names.ts'

/** Streams stay open as long as a tab is visible: their time says nothing. */
const STREAM = '/api/stream'
const methods = new Set(['GET', 'HEAD', 'POST'])

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Makes `answer` report each request to the metrics and as a span, by its route and never by its address. */
export function watchRequests(
  answer: Answer,
  { metrics, routeOf }: { metrics: Metrics | undefined; routeOf: RouteNames },
): Answer {
  if (!metrics && !spans.start.hasSubscribers) return answer
  return (request, response) => {
    const began = performance.now()
    const method = methods.has(request.method!) ? request.method! : 'other'
    const route = routeOf(request.url ?? '/')
    const attributes: Span['attributes'] = { 'http.request.method': method, 'http.route': route }
    const parent = request.headers.traceparent
    const ended = tracedUntil(
      {
        kind: 'request',
        name: `${method} ${route}`,
        attributes,
        ...(typeof parent === 'string' ? { parent } : {}),
      },
      () => answer(request, response),
    )
    response.once('close', () => {
      const { statusCode, writableFinished } = response
      attributes['http.response.status_code'] = statusCode
      ended()
      if (route === STREAM) return
      const status = writableFinished ? `${Math.floor(statusCode / 100)}xx` : 'cut off'
      metrics?.request(method, route, status, (performance.now() - began) / 1000)
    })
  }
}
