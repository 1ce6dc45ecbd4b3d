import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staticFiles } from './static-files.ts'

const script = Buffer.from('export const days = [1, 3, 7]\n'.repeat(40))
let folder: string
let files: Awaited<ReturnType<typeof staticFiles>>
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hiram-static-'))
  await writeFile(path.join(folder, 'x.js'), script)
  await writeFile(path.join(folder, 'x.js.br'), brotliCompressSync(script))
  await writeFile(path.join(folder, 'x.js.gz'), gzipSync(script))
  files = await staticFiles(folder)
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliCompressSync(script)],
  ['gzip, deflate', 'gzip', gzipSync(script)],
  ['br;q=0, gzip', 'gzip', gzipSync(script)],
  ['identity', null, script],
])('a browser that accepts %s gets the file by %s', async (accepted, encoding, bytes) => {
  const request = new Request('http://hiram.test/x.js', { headers: { 'accept-encoding': accepted } })
  const answer = files.answer(request, '/x.js')!
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
})

test('the compressed copies have no address of their own', () => {
  expect(files.answer(new Request('http://hiram.test/x.js.br'), '/x.js.br')).toBeNull()
  expect(files.answer(new Request('http://hiram.test/x.js.gz'), '/x.js.gz')).toBeNull()
})
