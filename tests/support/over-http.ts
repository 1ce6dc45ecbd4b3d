import { Agent, type IncomingMessage, request as ask } from 'node:http'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { listen } from '#server/http/listen.ts'
import type { TestServices } from './services.ts'
import type { TestApp } from './visitor.ts'

/** What is sent, as it is: its path is not made canonical, and a header with several values stands several times. */
export type Sent = {
  method: string
  path: string
  headers: Record<string, string | string[]>
  body: Uint8Array | ReadableStream<Uint8Array>
  /** The network address that the server sees: this machine has only its own. */
  from: string
  signal?: AbortSignal | null
}

export type Listening = { send(sent: Sent): Promise<Response>; close(): Promise<void> }

/**
 * Listens as the product does, at any free port. Connections are not limited, as a test's all are of one network, and
 * no page comes from the cache, as what a test changes does not mark it stale.
 */
export async function listenAt(app: TestApp, { settings }: TestServices): Promise<Listening> {
  /** The sender's address by the port that a connection comes from. */
  const senders = new Map<number, string>()
  const { url, server, leave } = await listen({
    settings: { ...settings, host: '127.0.0.1', port: 0, maxConnections: Number.MAX_SAFE_INTEGER },
    app,
    pageCache: undefined,
    before: undefined,
    watch: (answer) => (incoming, response) => {
      const value = senders.get(incoming.socket.remotePort!)
      Object.defineProperty(incoming.socket, 'remoteAddress', { value, configurable: true })
      answer(incoming, response)
    },
    refused: () => {},
  })
  server.unref()
  const agent = new Agent({ keepAlive: true })
  const port = Number(new URL(url).port)
  return {
    async send({ method, path, headers, body, from, signal }) {
      const asked = { agent, host: '127.0.0.1', port, method, path: targetOf(path), headers }
      const outgoing = ask({ ...asked, signal: signal ?? undefined })
      outgoing.on('socket', (socket) => {
        const note = () => senders.set(socket.localPort!, from)
        if (socket.connecting) socket.once('connect', note)
        else note()
      })
      const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
      // A connection that breaks later is an error of the answer's body.
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

/** A path as it is; only what HTTP can't carry is escaped, and an address loses its origin. */
function targetOf(address: string): string {
  const sendable = /^\/[!-~]*$/.test(address)
  const { pathname, search } = new URL(address, 'http://localhost')
  return sendable ? address.replace(/#.*/, '') : pathname + search
}

/** A web response whose body is read from the connection; one that is cancelled ends the connection. */
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
