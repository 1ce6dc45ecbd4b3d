import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/**
 * How a service answers: as it is, not at all (the port is closed), never (connections are accepted and nothing is
 * said), with bytes of another protocol, 30 seconds late, or each answer twice.
 */
export type GateMode = 'open' | 'closed' | 'mute' | 'nonsense' | 'slow' | 'twice'

export const SLOW_MS = 30_000
/** An answer is over when nothing more of it came for so long. */
const PAUSE_MS = 20

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
    if (mode === 'nonsense' || mode === 'mute') return
    const target = keep(connect(targetPort, '127.0.0.1'))
    client.pipe(target)
    if (mode === 'open') target.pipe(client)
    if (mode === 'slow') target.on('data', (bytes) => setTimeout(() => client.write(bytes), SLOW_MS).unref())
    if (mode === 'twice') repeat(target, client, () => mode === 'twice')
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
      const before = mode
      mode = next
      // A repeated answer may be taken as that to the next request: if it was cut off now, it would be lost.
      if (before === 'twice' && next === 'open') return
      await close()
      if (next === 'closed') return
      server = createServer(take).listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}

/** Passes on what comes, and while `repeats` says so each answer once more when it is over. */
function repeat(from: Socket, to: Socket, repeats: () => boolean) {
  let answer: Buffer[] = []
  let timer: NodeJS.Timeout | undefined
  from.on('data', (bytes) => {
    to.write(bytes)
    answer.push(bytes)
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (repeats()) to.write(Buffer.concat(answer))
      answer = []
    }, PAUSE_MS)
  })
}
