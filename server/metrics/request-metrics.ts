import { Counter, Histogram, type Registry } from 'prom-client'
import type { Limits } from '../limits.ts'

/** Seconds; a cached page takes less than the first, a rendered page some hundredths. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type RequestMetrics = {
  /** A request that was answered; `route` is a pattern, `status` a class such as `2xx`. */
  request(method: string, route: string, status: string, seconds: number): void
  /** A connection over `MAX_CONNECTIONS`. */
  connectionRefused(): void
  /** A guest asked for a page that guests share: whether it was cached. */
  pageAsked(isHit: boolean): void
}

/** The metrics of requests: how long they took, what was refused, and whether pages were cached. */
export function requestMetrics(
  register: Registry,
  { limits, overloaded }: { limits: Limits; overloaded(): number },
): RequestMetrics {
  let connectionsRefused = 0
  const seconds = new Histogram({
    name: 'hiram_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by route pattern; its count is the number of requests',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [register],
  })
  new Counter({
    name: 'hiram_limit_refusals_total',
    help: 'Attempts that a limit refused; connections: by MAX_CONNECTIONS; load: the process was overloaded',
    labelNames: ['limit'],
    registers: [register],
    collect() {
      this.reset()
      this.inc({ limit: 'connections' }, connectionsRefused)
      this.inc({ limit: 'load' }, overloaded())
      for (const [limit, count] of limits.refused) this.inc({ limit }, count)
    },
  })
  const pages = new Counter({
    name: 'hiram_page_cache_requests_total',
    help: 'Requests of guests for pages that they share: hit (sent from the cache) or miss (rendered)',
    labelNames: ['result'],
    registers: [register],
  })
  const [hit, miss] = [pages.labels('hit'), pages.labels('miss')]
  return {
    request: (method, route, status, took) => seconds.observe({ method, route, status }, took),
    connectionRefused: () => void connectionsRefused++,
    pageAsked: (isHit) => (isHit ? hit : miss).inc(),
  }
}
