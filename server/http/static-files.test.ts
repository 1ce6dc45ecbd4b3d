import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepAssets } from './kept-assets.ts'
import { staticFiles } from './static-files.ts'

const script = Buffer.from('export const days = [1, 3, 7]\n'.repeat(40))
let folder: string
let kept: string
let files: Awaited<ReturnType<typeof staticFiles>>
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hiram-static-'))
  await writeFile(path.join(folder, 'x.js'), script)
  await writeFile(path.join(folder, 'x.js.br'), brotliCompressSync(script))
  await writeFile(path.join(folder, 'x.js.gz'), gzipSync(script))
  kept = path.join(folder, 'kept')
  files = await staticFiles(folder, kept)
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliCompressSync(script)],
  ['gzip, deflate', 'gzip', gzipSync(script)],
  ['br;q=0, gzip', 'gzip', gzipSync(script)],
  ['identity', null, script],
])('a browser that accepts %s gets the file by %s', async (accepted, encoding, bytes) => {
  const request = new Request('http://hiram.test/x.js', { headers: { 'accept-encoding': accepted } })
  const answer = (await files.answer(request, '/x.js'))!
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
})

const ask = (path: string) => files.answer(new Request(`http://hiram.test${path}`), path)

test('the compressed copies have no address of their own', async () => {
  expect(await ask('/x.js.br')).toBeNull()
  expect(await ask('/x.js.gz')).toBeNull()
  expect(await ask('/assets/old-AbCd12_-.js.br')).toBeNull()
})

test('what the build lacks is served as another version kept it, also when that starts later', async () => {
  expect(await ask('/assets/old-AbCd12_-.js')).toBeNull()
  const build = path.join(folder, 'build')
  await mkdir(build)
  for (const [end, bytes] of [
    ['', script],
    ['.br', brotliCompressSync(script)],
    ['.gz', gzipSync(script)],
  ] as const)
    await writeFile(path.join(build, `old-AbCd12_-.js${end}`), bytes)
  await keepAssets(build, kept, new Date())
  const answer = (await ask('/assets/old-AbCd12_-.js'))!
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(script)
})

test('nothing else is served from the folder of kept files', async () => {
  const place = path.join(folder, 'place-of-others')
  await mkdir(path.join(place, 'in'), { recursive: true })
  const file = 'a-AbCd12_-.js'
  for (const name of [`../${file}`, `in/${file}`, `.${file}`, 'a.js', 'a-AbCd12_-.txt2', 'a-AbCd12_-'])
    await writeFile(path.join(place, name), 'secret')
  const served = await staticFiles(place, place)
  const names = [`in/${file}`, `in%2f${file}`, `../${file}`, `..%2f${file}`, `%2e%2e/${file}`, `..\\${file}`]
  for (const name of [...names, `.${file}`, 'a.js', 'a-AbCd12_-.txt2', 'a-AbCd12_-', '..', ''])
    expect(await served.answer(new Request('http://hiram.test/'), `/assets/${name}`), name).toBeNull()
})

test('what no build has any more is kept for a week', async () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, 1 + day))
  const [builds, place] = [path.join(folder, 'builds'), path.join(folder, 'place')]
  const start = async (version: string, day: number) => {
    await mkdir(path.join(builds, version), { recursive: true })
    await writeFile(path.join(builds, version, `${version}-AbCd12_-.js`), version)
    await writeFile(path.join(builds, version, 'both-AbCd12_-.js'), 'both')
    await keepAssets(path.join(builds, version), place, at(day))
    return (await readdir(place)).map((name) => name.replace('-AbCd12_-.js', '')).sort()
  }
  expect(await start('first', 0)).toEqual(['both', 'first'])
  // However long it served.
  expect(await start('second', 60)).toEqual(['both', 'first', 'second'])
  expect(await start('second', 66)).toEqual(['both', 'first', 'second'])
  expect(await start('second', 67)).toEqual(['both', 'second'])
  expect(await start('first', 68)).toEqual(['both', 'first', 'second'])
  expect(await start('first', 75)).toEqual(['both', 'first'])
})
