import { createServer, type AddressInfo, type Socket } from 'node:net'
import { commandReader, writeBulk, writeCommand } from './resp.ts'

/** As much of a Redis as event notifications need: AUTH, PING, SUBSCRIBE and PUBLISH over a socket on 127.0.0.1. */
export type RedisEmulator = {
  url: string
  /** Publishes any message, as another program on the same Redis would. */
  publish(topic: string, message: string): void
  /** Ends every connection, as a restart of Redis does. */
  cut(): void
  close(): Promise<void>
}

/** Starts an emulator that requires `password`. */
export async function redisEmulator({ password = 'bayanihan' } = {}): Promise<RedisEmulator> {
  const connections = new Map<Socket, { known: boolean; topics: Set<string> }>()
  const publish = (topic: string, message: string) => {
    const subscribers = [...connections].filter(([, { topics }]) => topics.has(topic))
    for (const [socket] of subscribers) socket.write(writeCommand('message', topic, message))
    return subscribers.length
  }
  const answer = (socket: Socket, [name, ...args]: string[]): string => {
    const connection = connections.get(socket)!
    const command = name?.toUpperCase()
    if (command === 'AUTH') {
      connection.known = args.at(-1) === password
      return connection.known ? '+OK\r\n' : '-WRONGPASS invalid username-password pair\r\n'
    }
    if (!connection.known) return '-NOAUTH Authentication required.\r\n'
    const subscribes = connection.topics.size > 0
    if (command === 'PING') return subscribes ? writeCommand('pong', '') : '+PONG\r\n'
    if (command === 'SUBSCRIBE') {
      connection.topics.add(args[0]!)
      return `*3\r\n${writeBulk('subscribe')}${writeBulk(args[0]!)}:${connection.topics.size}\r\n`
    }
    if (subscribes) return `-ERR Can't execute '${command}': only SUBSCRIBE and PING are allowed here\r\n`
    if (command === 'PUBLISH') return `:${publish(args[0]!, args[1]!)}\r\n`
    return `-ERR unknown command '${command}'\r\n`
  }
  const server = createServer((socket) => {
    connections.set(socket, { known: password === '', topics: new Set() })
    const read = commandReader((command) => void socket.write(answer(socket, command)))
    socket.on('data', (chunk: Buffer) => read(chunk))
    socket.on('error', () => {})
    socket.on('close', () => connections.delete(socket))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const cut = () => {
    for (const socket of connections.keys()) socket.destroy()
  }
  return {
    url: `redis://:${password}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    publish,
    cut,
    async close() {
      const closed = new Promise((done) => server.close(done))
      cut()
      await closed
    },
  }
}
