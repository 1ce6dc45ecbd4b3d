import { Agent, type IncomingMessage, request as ask } from 'node:http'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { createHttpApp } from '#server/http/app.ts'
import { listen } from '#server/http/listen.ts'
import type { TestServices } from './services.ts'

type App = ReturnType<typeof createHttpApp>

/** A request. A header with several values is sent once for each. */
export type TestRequest = {
  method: string
  path: string
  headers: Record<string, string | string[]>
  body: Uint8Array | ReadableStream<Uint8Array>
  /** The client's network address for the server; all connections come from 127.0.0.1. */
  clientIp: string
  signal?: AbortSignal | null
}

export type Listening = { send(request: TestRequest): Promise<Response>; close(): Promise<void> }

/**
 * Starts the product's HTTP server at a free port, with two differences: connections are not limited, as all come from
 * one network, and pages are not cached, as what a test writes to the database does not mark them stale.
 */
export async function startTestServer(app: App, { settings }: TestServices): Promise<Listening> {
  /** By the port that a connection comes from. */
  const clientIps = new Map<number, string>()
  const { url, server, leave } = await listen({
    settings: { ...settings, host: '127.0.0.1', port: 0, maxConnections: Number.MAX_SAFE_INTEGER },
    app,
    pageCache: undefined,
    before: undefined,
    watch: (answer) => (incoming, response) => {
      const value = clientIps.get(incoming.socket.remotePort!)
      Object.defineProperty(incoming.socket, 'remoteAddress', { value, configurable: true })
      answer(incoming, response)
    },
    refused: () => {},
  })
  server.unref()
  const agent = new Agent({ keepAlive: true })
  const port = Number(new URL(url).port)
  return {
    async send({ method, path, headers, body, clientIp, signal }) {
      const asked = { agent, host: '127.0.0.1', port, method, path: targetOf(path), headers }
      const outgoing = ask({ ...asked, signal: signal ?? undefined })
      outgoing.on('socket', (socket) => {
        const rememberClient = () => clientIps.set(socket.localPort!, clientIp)
        if (socket.connecting) socket.once('connect', rememberClient)
        else rememberClient()
      })
      const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
      // Once the answer began, a broken connection is an error of its body, not an uncaught one.
      outgoing.on('error', () => {})
      if (body instanceof ReadableStream)
        Readable.fromWeb(body as never)
          .on('error', (error) => outgoing.destroy(error))
          .pipe(outgoing)
      else if (body.length > 0) outgoing.setHeader('content-length', body.length).end(body)
      else outgoing.end()
      const [answer] = await answered
      return responseOf(answer, method)
    },
    async close() {
      leave()
      agent.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/**
 * A path of printable ASCII as it is, without its fragment; any other path or address as `URL` writes it, which also
 * resolves `..`.
 */
function targetOf(address: string): string {
  const sendable = /^\/[!-~]*$/.test(address)
  const { pathname, search } = new URL(address, 'http://localhost')
  return sendable ? address.replace(/#.*/, '') : pathname + search
}

/** A web response whose body is read from the connection; cancelling the body closes the connection. */
function responseOf(answer: IncomingMessage, method: string): Response {
  const status = answer.statusCode!
  const headers = new Headers()
  for (let i = 0; i < answer.rawHeaders.length; i += 2)
    headers.append(answer.rawHeaders[i]!, answer.rawHeaders[i + 1]!)
  if (method === 'HEAD' || [204, 205, 304].includes(status)) {
    answer.resume()
    return new Response(null, { status, headers })
  }
  return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, { status, headers })
}
