import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildWhenChanged } from './page-build.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'))
  for (const folder of ['app/routes', 'domain', 'public', 'server'])
    mkdirSync(join(root, folder), { recursive: true })
  for (const file of [
    'package-lock.json',
    'package.json',
    'react-router.config.ts',
    'tsconfig.json',
    'vite.config.ts',
  ])
    writeFileSync(join(root, file), '{}')
  writeFileSync(join(root, 'app/routes/home.tsx'), 'one')
})
afterEach(() => rmSync(root, { recursive: true }))

/** It empties the folder first, as the real build does. */
async function build() {
  rmSync(join(root, 'build'), { recursive: true, force: true })
  mkdirSync(join(root, 'build'))
}
const run = () => buildWhenChanged(root, build)

test('pages are built once from the same sources', async () => {
  expect(await run()).toBe(true)
  expect(await run()).toBe(false)
})

test.each([
  'app/routes/home.tsx',
  'app/routes/new.tsx',
  'domain/money.ts',
  'public/a.svg',
  'package-lock.json',
])('pages are built again when %s changed', async (file) => {
  await run()
  writeFileSync(join(root, file), 'two')
  expect(await run()).toBe(true)
  expect(await run()).toBe(false)
})

test('pages are built again when a source was removed or renamed', async () => {
  await run()
  rmSync(join(root, 'app/routes/home.tsx'))
  expect(await run()).toBe(true)
  writeFileSync(join(root, 'app/routes/other.tsx'), 'one')
  expect(await run()).toBe(true)
})

test('pages are built again after a failed build, or one by another program', async () => {
  await run()
  writeFileSync(join(root, 'app/routes/home.tsx'), 'two')
  const failing = async () => {
    await build()
    throw new Error('no')
  }
  await expect(buildWhenChanged(root, failing)).rejects.toThrow('no')
  expect(await run()).toBe(true)
  await build()
  expect(existsSync(join(root, 'build/sources.sha256'))).toBe(false)
  expect(await run()).toBe(true)
})

test('pages are not built again for what they do not read', async () => {
  await run()
  writeFileSync(join(root, 'server/main.ts'), 'two')
  expect(await run()).toBe(false)
})
