import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import { type CollectedSpan, startCollector } from '#tests/support/otlp-collector.ts'
import * as people from '#tests/support/people.ts'
import { processSecret, type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'

const env = { SESSION_SECRET: processSecret }
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PROXY = '00f067aa0ba902b7'
const TEXT = 'Is the blue tent free on my birthday?'
const fixture = withServices(['ramon', 'olivia', 'amihan'], { env })
let collector: Awaited<ReturnType<typeof startCollector>>
let bucket: Server
const asked: IncomingHttpHeaders[] = []
let site: ServerProcess
let listingId: string
let photoId: string

beforeAll(async () => {
  const { services, cast, database } = fixture
  listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  photoId = (await services.db.selectFrom('photo').select('id').executeTakeFirstOrThrow()).id
  const sent = await sendMessage(by(services, cast.ramon), { to: { listingId }, text: 'Hello' })
  const { threadId } = accepted(sent)
  collector = await startCollector()
  bucket = createServer(({ headers }, response) => {
    asked.push(headers)
    response.writeHead(503).end()
  }).listen(0, '127.0.0.1')
  await once(bucket, 'listening')
  site = await startServer(database.url!, {
    ...env,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    IMAGES_URL: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}/photos`,
    IMAGES_ACCESS_KEY_ID: 'key',
    IMAGES_SECRET_ACCESS_KEY: 'of the bucket',
  })
  await fetch(`${site.url}/api/messages?thread_id=${threadId}`, {
    method: 'POST',
    headers: {
      cookie: cast.ramon.cookie,
      'sec-fetch-site': 'same-origin',
      traceparent: `00-${TRACE}-${PROXY}-01`,
    },
    body: new URLSearchParams({ intent: 'send', text: TEXT, clientId: randomUUID() }),
  }).then((answer) => answer.text())
  const photo = await fetch(`${site.url}/images/${photoId}/40.webp`, {
    headers: { cookie: cast.olivia.cookie },
  })
  expect(photo.status).toBe(503)
  // A stop sends what is not sent yet.
  await site.stop()
})
afterAll(async () => {
  await site?.remove()
  bucket?.close()
  await collector?.close()
})

const named = (name: string) => collector.collected.filter((each) => each.name === name)
const only = (name: string): CollectedSpan => {
  const found = named(name)
  expect(found, name).toHaveLength(1)
  return found[0]!
}
const childrenOf = (parent: CollectedSpan) =>
  collector.collected.filter(({ parentSpanId }) => parentSpanId === parent.spanId)

describe('traces', () => {
  it('reach a collector by its protocol', () => {
    expect(collector.refused).toEqual([])
    expect(collector.collected.length).toBeGreaterThan(10)
  })

  it('go on with the trace of a proxy: request, transaction, statements', () => {
    const request = only('POST /api/messages')
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: PROXY, kind: 2 })
    expect(request.attributes).toMatchObject({
      'http.route': '/api/messages',
      'http.request.method': 'POST',
      'http.response.status_code': 200,
    })
    const transaction = childrenOf(request).find(({ name }) => name === 'transaction')!
    const statements = childrenOf(transaction)
    const texts = statements.map(({ attributes }) => String(attributes['db.query.text']))
    expect(
      texts.some((text) => /insert into "?message"?\b/.test(text)),
      texts.join('\n'),
    ).toBe(true)
    for (const each of statements)
      expect(BigInt(each.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(each.startTimeUnixNano))
  })

  it('nest whole: each span but a root has its parent in the same trace', () => {
    const ids = new Map(collector.collected.map((each) => [each.spanId, each]))
    expect(ids.size).toBe(collector.collected.length)
    for (const { name, parentSpanId, traceId } of collector.collected)
      if (parentSpanId && parentSpanId !== PROXY) expect(ids.get(parentSpanId)?.traceId, name).toBe(traceId)
    for (const { name, parentSpanId } of named('rentals')) expect(parentSpanId, name).toBeUndefined()
  })

  it('follow a call to an outside service, which gets the trace', () => {
    const request = collector.collected.find(({ name }) => name.startsWith('GET /images/'))!
    const call = childrenOf(request).find(({ name }) => name === 'images read')!
    expect(call.attributes['error.type']).toMatch(/^ImagesAway/)
    expect(call.status.code).toBe(2)
    expect(request.status.code).toBe(2)
    expect(asked.map(({ traceparent }) => traceparent)).toContain(`00-${request.traceId}-${call.spanId}-01`)
  })

  it('are named in the log', () => {
    const lines = site
      .output()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const line = lines.find(({ msg, path }) => msg === 'request' && path === '/api/messages')
    expect(line).toMatchObject({ traceId: TRACE, spanId: only('POST /api/messages').spanId })
  })

  it('carry no personal data', () => {
    const { ramon, olivia } = fixture.cast
    const all = JSON.stringify(collector.collected)
    const [token] = /session_token=([^;.]+)/.exec(ramon.cookie)!.slice(1)
    for (const each of [
      TEXT,
      ramon.email,
      ramon.id,
      ramon.lastName,
      olivia.id,
      listingId,
      photoId,
      token!,
      '127.0.0.1',
    ])
      expect(all).not.toContain(each)
  })
})

it('a stop does not wait for a collector that is away, and ends well', async () => {
  const away = await startServer(fixture.database.url!, {
    ...env,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  })
  try {
    expect((await fetch(`${away.url}/healthz`)).status).toBe(200)
    const began = performance.now()
    await away.stop()
    expect(performance.now() - began).toBeLessThan(7000)
    expect(away.output()).not.toContain('could not stop cleanly')
  } finally {
    await away.remove()
  }
})

/** Makes Node refuse to load OpenTelemetry. */
const refusing = `import { registerHooks } from 'node:module'
  registerHooks({ resolve(name, context, next) {
    if (/^@opentelemetry./.test(name)) throw new Error('it is loaded')
    return next(name, context)
  } })`

it('nothing of it is loaded without a collector', async () => {
  const hooked = { ...env, NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(refusing)}` }
  const bare = await startServer(fixture.database.url!, hooked)
  try {
    expect((await fetch(`${bare.url}/healthz`)).status).toBe(200)
  } finally {
    await bare.remove()
  }
  const traced = { ...hooked, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  await expect(startServer(fixture.database.url!, traced)).rejects.toThrow('it is loaded')
})
