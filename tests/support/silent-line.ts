import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A line to `url` through 127.0.0.1 that can fall silent, as when a host vanishes: nothing passes, nothing is closed.
 */
export async function openSilentLine(url: string) {
  const target = new URL(url)
  let isSilent = false
  const sockets = new Set<Socket>()
  const lost = new WeakSet<Socket>()
  const isLost = (socket: Socket) => isSilent || lost.has(socket)
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (bytes) => void (isLost(from) || to.write(bytes)))
    from.on('end', () => void (isLost(from) || to.end()))
    from.on('close', () => void (isLost(from) || to.destroy()))
    from.on('error', () => {})
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const host = connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true })
    pass(client, host)
    pass(host, client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: through.href,
    /** Connections of the time of silence stay silent. */
    set(silent: boolean) {
      isSilent = silent
      for (const socket of sockets) lost.add(socket)
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
