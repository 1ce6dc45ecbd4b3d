import { Hono } from 'hono'
import type { Services } from '../context.ts'
import type { Streams } from '../stream/streams.ts'
import type { Admission } from './admission.ts'
import { answerError } from './answer-error.ts'
import { answerPages, type Pages } from './answer-page.ts'
import { calendarEndpoint } from './calendar-endpoint.ts'
import { checkOrigin, takeBodies } from './check-writes.ts'
import { discoveryEndpoints } from './discovery.ts'
import type { Env } from './env.ts'
import { healthEndpoint } from './health-endpoint.ts'
import { limitLoad } from './limit-load.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { mailEndpoint } from './mail-endpoint.ts'
import { metricsEndpoint } from './metrics-endpoint.ts'
import { placesEndpoint } from './places-endpoint.ts'
import type { PageCache } from './page-cache.ts'
import { everyPage, sharedPages } from './page-endpoints.ts'
import { answerIntentErrors, INTENT_PATH, intentEndpoint, webhookEndpoint } from './payment-endpoints.ts'
import { photoEndpoints } from './photo-endpoints.ts'
import { refuseAsPageOrJson } from './refuse.ts'
import { requestBasics } from './request-basics.ts'
import { readContext } from './request-context.ts'
import { streamEndpoint } from './stream-endpoint.ts'
import { supportEndpoint } from './support-endpoint.ts'
import { typingEndpoint } from './typing-endpoint.ts'
import { unsubscribeEndpoint } from './unsubscribe-endpoint.ts'
import { UPLOAD_PATH, uploadEndpoint } from './upload-endpoint.ts'

export type Endpoints = {
  services: Services
  pages: Pages
  /** The built browser files; in development Vite serves them. */
  files: { answer(request: Request, path: string): Promise<Response | null> } | null
  ping(): Promise<void>
  streams: Streams
  /** The cache of pages that all guests share; none in development. */
  pageCache?: PageCache
  admission: Admission
  metrics?: { metrics: Metrics; token: string }
}

/** All HTTP of the server, in the order in which it handles a request. */
export function createHttpApp({
  services,
  pages,
  files,
  ping,
  streams,
  pageCache,
  admission,
  metrics,
}: Endpoints) {
  const app = new Hono<Env>()
  const contextOf = readContext(services)
  const answerPage = answerPages(services, pages)
  const refuse = refuseAsPageOrJson(services, contextOf, answerPage)
  const page = everyPage(services, contextOf, answerPage)
  const upload = uploadEndpoint(contextOf)

  app.use(requestBasics(services))
  app.route('/', healthEndpoint(ping))
  if (metrics) app.route('/', metricsEndpoint(metrics.metrics, metrics.token))
  app.use(async (c, next) => (await files?.answer(c.req.raw, c.req.path)) ?? next())
  app.route('/', photoEndpoints(services, contextOf, refuse))
  app.route('/', discoveryEndpoints({ ...services, db: services.guestReads.recent }, admission))
  app.route('/', calendarEndpoint(services, admission))
  app.route('/', placesEndpoint())
  app.route('/', mailEndpoint(services))

  // These accept writes from other sites, each with its own check.
  app.route('/', webhookEndpoint(services))
  app.route('/', unsubscribeEndpoint(services))

  app.use(INTENT_PATH, answerIntentErrors)
  app.use(checkOrigin(services, contextOf, refuse))
  app.use(takeBodies(contextOf, refuse, (c) => (c.req.path === UPLOAD_PATH ? upload(c) : page(c))))
  app.use(limitLoad(admission, pageCache))
  app.post(UPLOAD_PATH, upload)
  app.route('/', streamEndpoint(streams, contextOf))
  app.route('/', typingEndpoint(contextOf))
  app.route('/', intentEndpoint(services, contextOf))
  app.route('/', supportEndpoint(contextOf))

  if (pageCache) app.get('*', sharedPages(services, pages, pageCache, admission))
  app.all('*', page)
  app.onError(answerError(services, refuse))
  return app
}
