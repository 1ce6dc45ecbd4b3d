import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { createServer, request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSigned } from './certificate.ts'

export type TlsProxy = {
  /** How bodies are forwarded: with their length, or in chunks as they arrive. */
  streams: boolean
  /** Sends a request as a browser on the host does: the answer's body is read to its end unless `keepOpen`. */
  ask(path: string, asking?: Asking): Promise<Answer>
  close(): Promise<void>
}
export type Asking = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  keepOpen?: (text: string) => boolean
}
export type Answer = { status: number; location?: string; cookies: string[]; headers: Headers; text: string }

/**
 * A proxy as in front of a production: it ends TLS for `host` and forwards by plain http to `target`, adding the
 * client's address.
 */
export async function tlsProxy(host: string, target: string): Promise<TlsProxy> {
  const { cert, key } = selfSigned(host)
  const to = new URL(target)
  const server = createServer({ cert, key }, (request, response) => {
    const headers = { ...request.headers }
    const before = headers['x-forwarded-for']
    headers['x-forwarded-for'] = [before, request.socket.remoteAddress].filter(Boolean).join(', ')
    headers['x-forwarded-proto'] = 'https'
    if (proxy.streams && headers['content-length']) {
      delete headers['content-length']
      headers['transfer-encoding'] = 'chunked'
    }
    const onward = httpRequest(
      { host: to.hostname, port: to.port, method: request.method, path: request.url, headers },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const ask = async (path: string, { method = 'GET', headers = {}, body, keepOpen }: Asking = {}) => {
    const length: Record<string, string> =
      body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const asked = httpsRequest({
      host: '127.0.0.1',
      port,
      servername: host,
      ca: cert,
      method,
      path,
      headers: { host, ...length, ...headers },
    })
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [import('node:http').IncomingMessage]
    let text = ''
    for await (const part of answer) {
      text += String(part)
      if (keepOpen?.(text)) break
    }
    const read = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((each) => [name, each] as [string, string]),
    )
    return {
      status: answer.statusCode!,
      location: answer.headers.location,
      cookies: answer.headers['set-cookie'] ?? [],
      headers: new Headers(read),
      text,
    }
  }
  const proxy: TlsProxy = {
    streams: false,
    ask,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return proxy
}
