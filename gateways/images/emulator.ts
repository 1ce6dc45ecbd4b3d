import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BucketKeys } from './bucket-calls.ts'
import { type EmulatorKeys, signatureFault } from './emulator-signature.ts'

/**
 * How the emulator answers a request. `down` drops the connection, `hang` never answers, `slow-down` and
 * `internal-error` are the protocol's 503 and 500, `bad-gateway` is a proxy's error, `truncated` breaks a body off,
 * `short` sends half of it with a matching length, and `nonsense` is an HTML page with status 200.
 */
export type BucketFault =
  | 'down'
  | 'hang'
  | 'slow-down'
  | 'internal-error'
  | 'bad-gateway'
  | 'truncated'
  | 'short'
  | 'nonsense'

export type BucketEmulator = Awaited<ReturnType<typeof startBucketEmulator>>

type Answer = { status: number; type?: string; body?: Buffer; headers?: Record<string, string> }

const given: EmulatorKeys = {
  region: 'ap-southeast-1',
  accessKeyId: 'EMULATEDKEY',
  secretAccessKey: 'emulated/secret+of-the-tests',
}
const statuses: Record<string, number> = {
  NoSuchKey: 404,
  NoSuchBucket: 404,
  AuthorizationHeaderMalformed: 400,
  XAmzContentSHA256Mismatch: 400,
  InternalError: 500,
  SlowDown: 503,
  NotImplemented: 501,
}

/**
 * A service that speaks the S3 protocol on its own port, with one bucket at `path`. It checks signatures, stores files
 * in memory, lists `pageSize` files at a time, and can produce the faults of such services.
 */
export async function startBucketEmulator({ path = '/photos', pageSize = 1000, now = Date.now } = {}) {
  const files = new Map<string, Buffer>()
  const ahead: (BucketFault | null)[] = []
  const self = {
    files,
    /** Method and address of every request, the oldest first. */
    asked: [] as string[],
    /** The fault of every request from now on; null for none. */
    fault: null as BucketFault | null,
    /** How long every answer takes, in milliseconds. */
    waitMs: 0,
    /** Sets the faults of the next requests, one each; null for none. */
    next: (...faults: (BucketFault | null)[]) => void ahead.push(...faults),
    /** Replaces the checksum that the bucket states for a file, as an encrypted bucket does. */
    tagOf: (bytes: Buffer) => createHash('md5').update(bytes).digest('hex'),
    keys: { url: '', ...given } satisfies BucketKeys,
    close: async () => {},
  }

  const take = (request: IncomingMessage, body: Buffer): Answer => {
    const fault = signatureFault(request, body, given, now())
    if (fault) return errorOf(fault)
    const { pathname, searchParams } = new URL(request.url!, 'http://emulator')
    const name = decodeURIComponent(pathname.slice(path.length)).replace(/^\//, '')
    if (!`${pathname}/`.startsWith(`${path}/`)) return errorOf('NoSuchBucket')
    if (name === '')
      return searchParams.get('list-type') === '2' && request.method === 'GET'
        ? listed(files, searchParams, pageSize, self.tagOf)
        : errorOf('NotImplemented')
    return takeFile(request.method!, name, body)
  }
  const takeFile = (method: string, name: string, body: Buffer): Answer => {
    const stored = files.get(name)
    if (method === 'PUT') {
      files.set(name, body)
      return { status: 200, headers: { ETag: `"${self.tagOf(body)}"` } }
    }
    if (method === 'DELETE') {
      files.delete(name)
      return { status: 204 }
    }
    if (method !== 'GET' && method !== 'HEAD') return errorOf('NotImplemented')
    if (!stored) return method === 'HEAD' ? { status: 404 } : errorOf('NoSuchKey')
    const type = name.endsWith('.avif') ? 'image/avif' : 'image/webp'
    return { status: 200, type, body: stored, headers: { ETag: `"${self.tagOf(stored)}"` } }
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      self.asked.push(`${request.method} ${request.url}`)
      const fault = ahead.length > 0 ? ahead.shift()! : self.fault
      const early = fault && withoutLook(fault)
      if (early === 'tear') request.socket.destroy()
      else if (early !== 'hang')
        setTimeout(
          () => send(request, response, early ?? take(request, Buffer.concat(parts)), fault),
          self.waitMs,
        )
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  self.keys.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  self.close = async () => {
    const closed = new Promise<void>((done) => void server.close(() => done()))
    server.closeAllConnections()
    await closed
  }
  return self
}

/** The answer of a fault that ignores the request; null for faults that read it. */
function withoutLook(fault: BucketFault): Answer | 'tear' | 'hang' | null {
  if (fault === 'down') return 'tear'
  if (fault === 'hang') return 'hang'
  if (fault === 'slow-down') return errorOf('SlowDown')
  if (fault === 'internal-error') return errorOf('InternalError')
  const html = {
    type: 'text/html',
    body: Buffer.from('<html><h1>Welcome to nginx!</h1></html>'),
    headers: { ETag: '"62b1a5e4-264"' },
  }
  if (fault === 'bad-gateway') return { status: 502, ...html }
  if (fault === 'nonsense') return { status: 200, ...html }
  return null
}

function send(request: IncomingMessage, response: ServerResponse, answer: Answer, fault: string | null) {
  const { status, type = 'application/xml', headers, body = Buffer.alloc(0) } = answer
  const half = body.subarray(0, body.length / 2)
  const sent = fault === 'short' ? half : body
  const lengths = status === 204 ? {} : { 'Content-Length': sent.length }
  response.writeHead(status, { ...headers, ...lengths, 'Content-Type': type, Server: 'Emulated' })
  if (fault === 'truncated') response.write(half, () => request.socket.destroy())
  else response.end(request.method === 'HEAD' ? undefined : sent)
}

function errorOf(code: string): Answer {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}.</Message></Error>`
  return { status: statuses[code] ?? 403, body: Buffer.from(xml) }
}

function listed(
  files: ReadonlyMap<string, Buffer>,
  asked: URLSearchParams,
  pageSize: number,
  tagOf: (bytes: Buffer) => string,
): Answer {
  const most = Math.min(Number(asked.get('max-keys') ?? 1000), pageSize)
  const token = asked.get('continuation-token')
  const after = token === null ? '' : Buffer.from(token, 'base64').toString('utf8')
  const names = [...files.keys()]
    .filter((name) => name.startsWith(asked.get('prefix') ?? '') && name > after)
    .sort()
  const page = names.slice(0, most)
  const more = names.length > page.length
  const contents = page.map(
    (name) =>
      `<Contents><Key>${name}</Key><LastModified>2026-11-21T02:15:00.000Z</LastModified>` +
      `<ETag>&quot;${tagOf(files.get(name)!)}&quot;</ETag><Size>${files.get(name)!.length}</Size></Contents>`,
  )
  const next = more
    ? `<NextContinuationToken>${Buffer.from(page.at(-1)!).toString('base64')}</NextContinuationToken>`
    : ''
  const xml =
    `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">` +
    `<IsTruncated>${more}</IsTruncated>${contents.join('')}` +
    `<KeyCount>${page.length}</KeyCount>${next}</ListBucketResult>`
  return { status: 200, body: Buffer.from(xml) }
}
