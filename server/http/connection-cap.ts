import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkKeyOf } from '../network.ts'
import { clientAddress } from './client-address.ts'

const busy = 'Too many connections from your network. Please try again in a moment.'
const RETRY_SECONDS = 10

/**
 * `perNetwork`: how many connections, or behind proxies running requests, one network may have at once. `trustProxy`:
 * how many proxies of ours stand in front. `refused` is called once for each that is over the limit.
 */
type Cap = { perNetwork: number; trustProxy: number; refused?: () => void }

/**
 * Limits the open connections of each network; a connection over the limit gets a 503 and is closed. Behind
 * proxies of ours, whose connections carry all clients, it limits the running requests of each network. Returns a
 * function to call for each request: it returns true for one over the limit, which it has answered with 503.
 */
export function capConnections(
  server: Server,
  { perNetwork, trustProxy, refused = () => {} }: Cap,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const open = new Map<string, number>()
  /** Whether there was room; the place is free again when `use` closes. */
  const enter = (address: string, use: Socket | ServerResponse): boolean => {
    const network = networkKeyOf(address)
    const count = open.get(network) ?? 0
    if (count >= perNetwork) {
      refused()
      return false
    }
    open.set(network, count + 1)
    use.once('close', () => {
      const left = open.get(network)! - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
    return true
  }
  if (trustProxy === 0) {
    server.on('connection', (socket: Socket) => {
      if (enter(socket.remoteAddress ?? 'unknown', socket)) return
      socket.write(
        `HTTP/1.1 503 Service Unavailable\r\nRetry-After: ${RETRY_SECONDS}\r\nConnection: close\r\n` +
          `Content-Type: text/plain\r\nContent-Length: ${busy.length}\r\n\r\n${busy}`,
      )
      socket.destroySoon()
    })
    return () => false
  }
  return (request, response) => {
    const forwarded = request.headers['x-forwarded-for']
    const header = Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? null)
    if (enter(clientAddress(request.socket.remoteAddress, header, trustProxy), response)) return false
    response.writeHead(503, { 'Retry-After': RETRY_SECONDS, 'Content-Type': 'text/plain' }).end(busy)
    return true
  }
}
