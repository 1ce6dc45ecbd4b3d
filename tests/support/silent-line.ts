import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to `url` through 127.0.0.1 that can fall silent, as when a host vanishes: nothing passes, nothing is closed. */
export async function openSilentLine(url: string) {
  const target = new URL(url)
  let isSilent = false
  const sockets = new Set<Socket>()
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (bytes) => void (isSilent || to.write(bytes)))
    from.on('end', () => void (isSilent || to.end()))
    from.on('close', () => void (isSilent || to.destroy()))
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
    /** What was sent meanwhile is lost, also on the connections of that time. */
    set(silent: boolean) {
      isSilent = silent
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
