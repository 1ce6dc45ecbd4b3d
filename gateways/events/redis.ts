import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { keptConnection } from './kept-connection.ts'
import type { EventsGateway } from './port.ts'
import { respReader, writeCommand, type Resp } from './resp.ts'
import { readHints } from './wire-format.ts'

const CHANNEL = 'hiram:events'
const ANSWERED_WITHIN_MS = 10_000

/**
 * Hints by PUBLISH and SUBSCRIBE of a Redis or whatever speaks like it. `url` is `redis://user:password@host:port`, or `rediss://`
 * for TLS. A connection that subscribes may do nothing else, so there are two.
 */
export function redisEvents(url: string, failed: (error: unknown) => void = () => {}): EventsGateway {
  const at = new URL(url)
  return keptConnection(async ({ heard, lost }) => {
    const speaking = await call(at, lost)
    const listening = await call(at, lost, (message) => {
      if (!Array.isArray(message) || message[0] !== 'message') return false
      heard(readHints(String(message[2])))
      return true
    }).catch((error: unknown) => {
      speaking.end()
      throw error
    })
    const end = async () => {
      speaking.end()
      listening.end()
    }
    try {
      await listening.ask('SUBSCRIBE', CHANNEL)
    } catch (error) {
      await end()
      throw error
    }
    return {
      async send(message) {
        await speaking.ask('PUBLISH', CHANNEL, message)
      },
      async check() {
        await Promise.all([speaking.ask('PING'), listening.ask('PING')])
      },
      end,
    }
  }, failed)
}

type Call = { ask(...command: string[]): Promise<Resp>; end(): void }

/** One connection, logged in. Answers come in the order of the questions; `aside` takes what is no answer. */
async function call(
  at: URL,
  lost: () => void,
  aside: (message: Resp) => boolean = () => false,
): Promise<Call> {
  const asked: { resolve(answer: Resp): void; reject(error: Error): void }[] = []
  const host = at.hostname.replace(/^\[(.*)\]$/, '$1')
  const where = { host, port: Number(at.port || 6379) }
  const socket: Socket =
    at.protocol === 'rediss:' ? connectTls({ ...where, servername: host }) : connectPlain(where)
  socket.setNoDelay(true).setKeepAlive(true, 30_000)
  const read = respReader((message) => {
    if (aside(message)) return
    const question = asked.shift()
    if (message instanceof Error) question?.reject(message)
    else question?.resolve(message)
  })
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk)
    } catch (error) {
      socket.destroy(error as Error)
    }
  })
  let why: Error | undefined
  socket.on('error', (error) => (why = error))
  socket.on('close', () => {
    for (const { reject } of asked.splice(0)) reject(why ?? new Error('the connection ended'))
    lost()
  })
  const ask = (...command: string[]) =>
    new Promise<Resp>((resolve, reject) => {
      if (socket.destroyed) return reject(why ?? new Error('the connection ended'))
      const late = setTimeout(() => socket.destroy(new Error('no answer in time')), ANSWERED_WITHIN_MS)
      const done =
        <T>(then: (value: T) => void) =>
        (value: T) => {
          clearTimeout(late)
          then(value)
        }
      asked.push({ resolve: done(resolve), reject: done(reject) })
      socket.write(writeCommand(...command))
    })
  const end = () => void socket.destroy()
  try {
    const [user, password] = [decodeURIComponent(at.username), decodeURIComponent(at.password)]
    if (password) await ask(...(user ? ['AUTH', user, password] : ['AUTH', password]))
    await ask('PING')
  } catch (error) {
    end()
    throw error
  }
  return { ask, end }
}
