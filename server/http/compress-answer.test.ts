import { createZstdDecompress, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressAnswer } from './compress-answer.ts'

const text = 'Hiram lends a tent. '.repeat(200)
const ask = (accepted: string) =>
  new Request('http://hiram.test/', { headers: { 'accept-encoding': accepted } })
const page = (body: BodyInit = text, headers: Record<string, string> = {}) =>
  new Response(body, { status: 404, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

test.each([
  ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
  ['gzip, deflate, br', 'gzip', gunzipSync],
  ['gzip, zstd;q=0', 'gzip', gunzipSync],
  ['gzip, zstd;q=0.0', 'gzip', gunzipSync],
  ['GZIP, zstd ; Q=0.000', 'gzip', gunzipSync],
  ['gzip, zstd;q=0.001', 'zstd', zstdDecompressSync],
] as const)(
  'a page for a browser that accepts %s is compressed by %s',
  async (accepted, encoding, decompress) => {
    const answer = await compressAnswer(ask(accepted), page())
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    const bytes = await bytesOf(answer)
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    expect(bytes.length).toBeLessThan(text.length / 10)
    expect(decompress(bytes).toString()).toBe(text)
  },
)

test.each([
  ['a browser that accepts none of ours', 'br', page()],
  ['a small page', 'zstd', page('Not found.')],
  ['a download', 'zstd', page(text, { 'content-disposition': 'attachment' })],
  ['a photo', 'zstd', page(text, { 'content-type': 'image/webp' })],
])('%s gets it as it is', async (_, accepted, answer) => {
  const body = await answer.clone().text()
  const sent = await compressAnswer(ask(accepted), answer)
  expect(sent.headers.get('content-encoding')).toBeNull()
  expect(await sent.text()).toBe(body)
})

test.each(['zstd', 'gzip'])('page data by %s is sent part by part, not at its end', async (encoding) => {
  let next!: (part: string | null) => void
  const source = new ReadableStream({
    start(controller) {
      next = (part) =>
        part === null ? controller.close() : controller.enqueue(new TextEncoder().encode(part))
    },
  })
  const answer = await compressAnswer(ask(encoding), page(source, { 'content-type': 'text/x-script' }))
  const reader = answer.body!.getReader()
  next('first part')
  const first = await reader.read()
  expect(first.value!.length).toBeGreaterThan(0)
  next(null)
  await reader.cancel()
})

test('a stream of page data is whole after decompression', async () => {
  const answer = await compressAnswer(ask('zstd'), page(text, { 'content-type': 'text/x-script' }))
  const decompress = createZstdDecompress()
  decompress.end(await bytesOf(answer))
  expect(Buffer.concat(await decompress.toArray()).toString()).toBe(text)
})
