import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { MAX_UPLOAD_MS } from '#domain/listing/listing.ts'
import type { Settings } from '../settings.ts'
import type { createHttpApp } from './app.ts'
import { capConnections } from './connection-cap.ts'
import type { PageCache } from './page-cache.ts'
import { FORM } from './take-body.ts'
import type { Answer } from './watch-requests.ts'

const SHUTDOWN_MS = 10_000
/** At a stop: for how long idle connections stay open, for requests that are on their way. */
const IDLE_MS = 200
/** At a stop: a connection on which nothing came yet is closed once it is older than this. */
const SILENT_MS = 1000
/**
 * Time limits of a connection before any handler sees a request. A body that is no upload has less time: `takeBody`.
 */
const connectionLimits = {
  // A connection on which nothing moves is ended, also when its client does not read the answer.
  timeout: 60_000,
  maxHeaderSize: 16 * 1024,
  headersTimeout: FORM.ms,
  requestTimeout: MAX_UPLOAD_MS,
  connectionsCheckingInterval: 5_000,
}
/**
 * For how long a proxy may keep a connection without a request: longer than the proxies do (60 s in `deploy/`), so
 * that none sends a form on a connection that is being closed here. Without a proxy: Node's usual 5 s, as an idle
 * connection counts for the cap on connections.
 */
const PROXY_KEEP_ALIVE_MS = 75_000
/**
 * How much of a body is read and thrown away after its answer; after that its connection is closed. If it were closed
 * at once, a client or proxy that still sends would lose the answer; if soon after, its next request.
 */
const LEFT_OVER = { bytes: 16 * 1024 * 1024, ms: 15_000 }
function readLeftOver(request: IncomingMessage) {
  if (request.readableEnded || request.destroyed) return
  const { socket } = request
  const most = socket.bytesRead + LEFT_OVER.bytes
  const until = performance.now() + LEFT_OVER.ms
  // Not by the data of the request: Node throws away by itself what nobody began to read.
  const watch = setInterval(() => {
    if (socket.bytesRead > most || performance.now() > until) socket.destroy()
  }, 100)
  request.once('close', () => clearInterval(watch))
  // Whoever began to read the body and stopped would keep the request paused.
  request.removeAllListeners('data').resume()
}

const isGetOrHead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'
const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

type ListenOptions = {
  settings: Settings
  app: ReturnType<typeof createHttpApp>
  pageCache: PageCache | undefined
  /** `watch` measures and logs requests; `refused` is called for each connection that was refused. */
  watch(answer: Answer): Answer
  refused(): void
  /** Development only: creates a middleware that answers requests before the app. */
  before: ((server: Server) => Middleware) | undefined
}

/**
 * Listens at the host and port of the settings; the page cache answers first, then the app. `close` accepts no new
 * connection, waits at most 10 s for running requests, and ends the others. Idle connections stay open for a moment
 * more; if another process replaced this one (`isReplaced`), for the time of keep-alive that its answers promised.
 * Rejects when the port is not available.
 */
export async function listen({ settings, app, pageCache, watch, refused, before }: ListenOptions) {
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false, autoCleanupIncoming: false })
  const { timeout, ...limits } = connectionLimits
  const keepAlive = settings.trustProxy > 0 ? { keepAliveTimeout: PROXY_KEEP_ALIVE_MS } : {}
  const server = createServer({ ...limits, ...keepAlive }).setTimeout(timeout)
  const refuses = capConnections(server, {
    perNetwork: settings.maxConnections,
    trustProxy: settings.trustProxy,
    refused,
  })
  const openedAt = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    openedAt.set(socket, performance.now())
    socket.once('close', () => openedAt.delete(socket))
  })
  const middleware = before?.(server)
  let isLeaving = false
  const answer: Answer = (request, response) => {
    if (isLeaving) response.shouldKeepAlive = false
    if (hasBody(request)) {
      // Nobody reads the body of a GET; without this, Node would wait for all of it.
      if (isGetOrHead(request)) response.shouldKeepAlive = false
      else response.once('finish', () => readLeftOver(request))
    }
    if (pageCache?.answer(request, response)) return
    if (middleware) middleware(request, response, () => void listener(request, response))
    else void listener(request, response)
  }
  const watched = watch(answer)
  server.on('request', (request, response) => {
    if (!refuses(request, response)) watched(request, response)
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(settings.port, settings.host, done)
  })
  const closeIdle = () => {
    server.closeIdleConnections()
    // Node does not count a connection on which nothing came yet as idle.
    for (const [socket, at] of openedAt)
      if (socket.bytesRead === 0 && performance.now() - at > SILENT_MS) socket.destroy()
  }
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : settings.port
  return {
    url: `http://localhost:${port}`,
    server,
    /** Lets every connection end after its next answer, so that none is closed while a request is on its way. */
    leave: () => void (isLeaving = true),
    async close({ isReplaced = false } = {}) {
      const closed = once(server, 'close')
      // Not the close of an HTTP server, which ends idle connections although a request may be on its way on one.
      NetServer.prototype.close.call(server)
      const late = setTimeout(() => server.closeAllConnections(), SHUTDOWN_MS)
      if (!isReplaced) await Promise.race([closed, wait(IDLE_MS)])
      // A stop would wait for the idle connections, which Node closes a second after the time of `Keep-Alive`.
      // `setImmediate`: after what has arrived meanwhile was read.
      const idle = isReplaced ? undefined : setInterval(() => setImmediate(closeIdle), 50)
      await closed
      clearTimeout(late)
      clearInterval(idle)
    },
  }
}
