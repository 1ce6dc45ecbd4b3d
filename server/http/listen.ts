import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { MAX_UPLOAD_MS } from '#domain/listing/listing.ts'
import type { Settings } from '../settings.ts'
import type { createHttpApp } from './app.ts'
import { capConnections } from './connection-cap.ts'
import type { PageCache } from './page-cache.ts'
import { FORM } from './take-body.ts'

const SHUTDOWN_MS = 10_000
/**
 * What a connection may take before any handler sees a request. Bodies that are no uploads have less time:
 * `takeBody`.
 */
const connectionLimits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: FORM.ms,
  requestTimeout: MAX_UPLOAD_MS,
  connectionsCheckingInterval: 5_000,
}
const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'
const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

type Listening = {
  settings: Settings
  app: ReturnType<typeof createHttpApp>
  pageCache: PageCache | undefined
  /** Development only: makes what answers requests before the app does. */
  before: ((server: Server) => Middleware) | undefined
}

/**
 * Listens at the host and port of the settings; cached pages are answered before the app is asked. `close` takes no
 * new connection, waits for requests under way, 10 s at most, and ends the others. Rejects when the port can't be had.
 */
export async function listen({ settings, app, pageCache, before }: Listening) {
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const server = createServer(connectionLimits)
  const refuses = capConnections(server, {
    perNetwork: settings.maxConnections,
    trustProxy: settings.trustProxy,
  })
  const middleware = before?.(server)
  server.on('request', (request, response) => {
    if (refuses(request, response)) return
    // Nobody reads the body of a question; without this, Node would wait for all of it.
    if (isRead(request) && hasBody(request)) response.shouldKeepAlive = false
    if (pageCache?.answer(request, response)) return
    if (middleware) middleware(request, response, () => void listener(request, response))
    else void listener(request, response)
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(settings.port, settings.host, done)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : settings.port
  return {
    url: `http://localhost:${port}`,
    server,
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()))
      // A connection that has answered is kept alive by its client, and would be waited for.
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      const late = setTimeout(() => server.closeAllConnections(), SHUTDOWN_MS)
      await closed
      clearTimeout(late)
      clearInterval(idle)
    },
  }
}
