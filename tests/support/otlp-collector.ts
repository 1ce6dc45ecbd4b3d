import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

const hex = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length}}$`))
const nanoseconds = z.string().regex(/^\d+$/)
const attributes = z.array(
  z.object({
    key: z.string(),
    value: z.union([
      z.object({ stringValue: z.string() }),
      z.object({ intValue: z.number().or(z.string()) }),
      z.object({ doubleValue: z.number() }),
    ]),
  }),
)
/** A span in the JSON form of OTLP 1.x (opentelemetry/proto/trace/v1/trace.proto). */
const span = z.object({
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: hex(16).optional(),
  name: z.string().min(1),
  kind: z.number().int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  status: z.object({ code: z.number().optional() }),
})
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(span) })),
    }),
  ),
})
export type CollectedSpan = Omit<z.infer<typeof span>, 'attributes'> & {
  attributes: Record<string, string | number>
}

/** A collector that takes traces by OTLP over HTTP, in JSON, as the protocol says, and refuses anything else. */
export async function startCollector() {
  const collected: CollectedSpan[] = []
  const refused: string[] = []
  const server = createServer(async (incoming, response) => {
    const body = incoming.method === 'POST' && incoming.url === '/v1/traces' ? await json(incoming) : null
    const read = request.safeParse(body)
    if (!read.success || incoming.headers['content-type'] !== 'application/json') {
      refused.push(`${incoming.method} ${incoming.url}: ${read.error?.message}`)
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"message":"unreadable"}')
      return
    }
    for (const { scopeSpans } of read.data.resourceSpans)
      for (const { spans } of scopeSpans)
        collected.push(...spans.map((each) => ({ ...each, attributes: plain(each.attributes) })))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    collected,
    refused,
    close: () => new Promise((done) => server.close(done)),
  }
}

const plain = (all: z.infer<typeof attributes>): Record<string, string | number> =>
  Object.fromEntries(all.map(({ key, value }) => [key, Object.values(value)[0] as string | number]))
