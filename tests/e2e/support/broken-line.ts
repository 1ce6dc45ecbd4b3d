import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/**
 * How the connection breaks. `before`: the request does not arrive. `during`: the answer breaks off half-way. `after`:
 * the site handles the request, and the answer is lost. `502`: a proxy can't reach the site. `portal`: a network
 * answers everything with its log-in page.
 */
export type Cut = 'before' | 'during' | 'after' | '502' | 'portal'

export const cuts: readonly Cut[] = ['before', '502', 'portal', 'during', 'after']

type Broken = { cut: Cut; method: string }

/** A connection between a browser and the site that can be broken: a proxy of the browser. */
export type Line = {
  url: string
  /** Breaks for every request of this method, or for all. */
  breakFor(cut: Cut, method?: string): void
  mend(): void
  stop(): Promise<void>
}

export async function layLine(): Promise<Line> {
  let broken: Broken | null = null
  const server = createServer((asked, answer) => {
    const hit = broken !== null && (broken.method === '*' || broken.method === asked.method)
    pass(asked, answer, hit ? broken!.cut : null)
  })
  // Requests of the test itself, not of its page, use a tunnel, which never breaks.
  server.on('connect', (asked, socket: Socket, head) => {
    const { hostname, port } = new URL(`http://${asked.url}`)
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    for (const end of [socket, onward]) end.on('error', () => (socket.destroy(), onward.destroy()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakFor: (cut, method = '*') => (broken = { cut, method }),
    mend: () => (broken = null),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Every answer ends its connection, because a browser repeats a request by itself when a reused connection is cut. */
function pass(asked: IncomingMessage, answer: ServerResponse, cut: Cut | null) {
  if (cut === 'before') return void asked.socket.destroy()
  if (cut === '502' || cut === 'portal') {
    answer.writeHead(cut === '502' ? 502 : 200, { 'Content-Type': 'text/html', Connection: 'close' })
    return void answer.end(
      `<!doctype html><title>${cut === '502' ? 'Bad Gateway' : 'Welcome to our Wi-Fi'}</title>`,
    )
  }
  const onward = request(
    asked.url!,
    { method: asked.method, headers: asked.headers, agent: false },
    (got) => {
      if (cut === null) {
        answer.writeHead(got.statusCode!, { ...got.headers, connection: 'close' })
        return void got.pipe(answer)
      }
      const passOn = (bytes: Buffer) => {
        if (cut === 'after') return asked.socket.destroy()
        answer.writeHead(got.statusCode!, {
          ...got.headers,
          'content-length': bytes.length + 1,
          connection: 'close',
        })
        answer.write(bytes.subarray(0, bytes.length / 2), () => asked.socket.destroy())
      }
      readAll(got).then(passOn, () => asked.socket.destroy())
    },
  )
  onward.on('error', () => asked.socket.destroy())
  answer.on('close', () => onward.destroy())
  asked.pipe(onward)
}

async function readAll(from: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of from) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
