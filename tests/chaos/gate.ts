import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/**
 * How a service answers: as it is, not at all (the port is closed), never (connections are accepted and nothing is
 * said), or with bytes of another protocol.
 */
export type GateMode = 'open' | 'closed' | 'mute' | 'nonsense'

export type Gate = { port: number; set(mode: GateMode): Promise<void> }

/** Stands in front of a service on 127.0.0.1, so that it can be broken without knowing its protocol. */
export async function openGate(targetPort: number): Promise<Gate> {
  let mode: GateMode = 'open'
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const take = (client: Socket) => {
    keep(client)
    if (mode === 'nonsense') client.end('HTTP/1.1 200 OK\r\n\r\n<html>It works!</html>\r\n')
    if (mode !== 'open') return
    const target = keep(connect(targetPort, '127.0.0.1'))
    client.pipe(target).pipe(client)
    client.on('close', () => target.destroy())
    target.on('close', () => client.destroy())
  }
  let server: Server = createServer(take).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    if (!server.listening) return
    server.close()
    for (const socket of sockets) socket.destroy()
    await once(server, 'close')
  }
  return {
    port,
    async set(next) {
      mode = next
      await close()
      if (next === 'closed') return
      server = createServer(take).listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}
