import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openMessage, type Secrets } from './open-message.ts'
import type { PushMessage, PushTarget } from './port.ts'
import { vapidFault } from './vapid-fault.ts'

export type PushEmulator = ReturnType<typeof pushEmulator>

type Browser = Secrets & {
  received: (PushMessage & { ttl: number; topic: string | null })[]
  fails: ResponseInit[]
}

/**
 * An emulated push service with browsers. As real ones do, it accepts messages that the right site signed and
 * encrypted for the browser, and answers 201; it refuses all others. `fail` makes it answer with other statuses.
 */
export function pushEmulator({
  origin,
  publicKey,
  now = Date.now,
}: {
  origin: string
  publicKey: string
  now?: () => number
}) {
  const browsers = new Map<string, Browser>()
  const own = (target: { endpoint: string }) => browsers.get(new URL(target.endpoint).pathname)!
  async function take(request: Request): Promise<number | ResponseInit> {
    const browser = browsers.get(new URL(request.url).pathname)
    if (!browser) return 404
    const failure = browser.fails.shift()
    if (failure) return failure
    const fault = vapidFault(request.headers.get('authorization'), { origin, publicKey, now: now() })
    if (fault) return fault
    const ttl = request.headers.get('ttl')
    if (!ttl || !/^\d+$/.test(ttl) || request.headers.get('content-encoding') !== 'aes128gcm') return 400
    const body = Buffer.from(await request.arrayBuffer())
    if (body.length > 4096) return 413
    const message = openMessage(body, browser)
    if (!message) return 400
    browser.received.push({ ...message, ttl: Number(ttl), topic: request.headers.get('topic') })
    return 201
  }
  return {
    origin,
    /** Opens a browser that subscribes to push. */
    open(): PushTarget {
      const keys = createECDH('prime256v1')
      const auth = randomBytes(16)
      const path = `/send/${randomUUID()}`
      const p256dh = keys.generateKeys()
      browsers.set(path, {
        privateKey: keys.getPrivateKey(),
        publicKey: p256dh,
        auth,
        received: [],
        fails: [],
      })
      return {
        endpoint: `${origin}${path}`,
        p256dh: p256dh.toString('base64url'),
        auth: auth.toString('base64url'),
      }
    },
    /** The messages that a browser received, the oldest first. */
    received: (target: { endpoint: string }) => own(target).received,
    /** Answers the next messages to a browser with these statuses. */
    fail: (target: { endpoint: string }, ...statuses: number[]) =>
      void own(target).fails.push(...statuses.map((status) => ({ status }))),
    /** Answers the next message to a browser with 429 and this `Retry-After`. */
    askToWait: (target: { endpoint: string }, retryAfter: string) =>
      void own(target).fails.push({ status: 429, headers: { 'Retry-After': retryAfter } }),
    /** Makes a browser unsubscribe. */
    forget: (target: { endpoint: string }) => browsers.delete(new URL(target.endpoint).pathname),
    fetch: (async (input, init) => {
      const request = new Request(input as string, init)
      const answer = await take(request)
      return new Response(null, typeof answer === 'number' ? { status: answer } : answer)
    }) as typeof fetch,
  }
}

/** The same emulator over HTTP, on its own port. `origin` is what its browsers know it by, `url` where it is. */
export async function startPushEmulator({
  publicKey,
  origin,
  now,
}: {
  publicKey: string
  origin?: string
  now?: () => number
}) {
  let emulator: PushEmulator
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      const headers = new Headers()
      for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
      void emulator
        .fetch(`${emulator.origin}${incoming.url}`, { method: 'POST', headers, body: Buffer.concat(parts) })
        .then(({ status, headers: own }) => outgoing.writeHead(status, Object.fromEntries(own)).end())
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  emulator = pushEmulator({ origin: origin ?? url, publicKey, now })
  return {
    ...emulator,
    url,
    close: () => new Promise<void>((closed) => void server.close(() => closed())),
  }
}
