import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import type { Metrics } from '../metrics/metrics.ts'

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Where Prometheus reads the metrics, for whoever has the token; 401 for others. */
export function metricsEndpoint(metrics: Metrics, token: string): Hono {
  const endpoint = new Hono()
  const expected = hash(`Bearer ${token}`)
  endpoint.get('/metrics', async (c) => {
    if (!timingSafeEqual(hash(c.req.header('authorization') ?? ''), expected))
      return c.text('The metrics need a bearer token.', 401, { 'WWW-Authenticate': 'Bearer' })
    return c.body(await metrics.text(), 200, {
      'Content-Type': metrics.contentType,
      'Cache-Control': 'no-store',
    })
  })
  return endpoint
}
