import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect } from '#db/connect.ts'
import { fillDataDir } from '#tests/support/database.ts'
import { lockDataDir, removeUnused } from './lock.ts'

let dataDir: string
let children: ChildProcess[]

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'hiram-lock-'))
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts another process that takes the lock. Resolves with what it printed: `open`, or the message of its error. */
async function another(): Promise<{ child: ChildProcess; said: string }> {
  const program = `
    import { connect } from ${JSON.stringify(import.meta.resolve('#db/connect.ts'))}
    try { await connect({ dataDir: ${JSON.stringify(dataDir)} }) }
    catch (error) { console.log(error.message); process.exit(1) }
    console.log('open')`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [said] = await once(child.stdout!, 'data')
  return { child, said: String(said).trim() }
}

it('refuses a second process, naming the first, and lets it in when the first was killed', async () => {
  fillDataDir(dataDir, 'empty')
  const first = await another()
  expect(first.said).toBe('open')

  const second = await another()
  expect(second.said).toBe(`Another Hiram (process ${first.child.pid}) is using ${dataDir}`)
  if (second.child.exitCode === null) await once(second.child, 'exit')
  expect(second.child.exitCode).toBe(1)

  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  expect((await another()).said).toBe('open')
})

it('lets exactly one of two in that start together', async () => {
  fillDataDir(dataDir, 'empty')
  const said = (await Promise.all([another(), another()])).map((other) => other.said)
  expect(said.filter((line) => line === 'open')).toHaveLength(1)
  expect(said.filter((line) => /^Another Hiram.* is using/.test(line))).toHaveLength(1)
})

it('refuses this process too, until released', () => {
  const lock = lockDataDir(dataDir)
  expect(() => lockDataDir(dataDir)).toThrow(`Another Hiram (process ${process.pid})`)
  lock.release()
  lock.release()
  lockDataDir(dataDir).release()
})

it('is not held by an attempt that could not write its process number', () => {
  const owner = path.join(dataDir, 'database.owner')
  mkdirSync(owner)
  expect(() => lockDataDir(dataDir)).toThrow()
  rmdirSync(owner)
  lockDataDir(dataDir).release()
})

it('ignores the process number of an earlier process', () => {
  writeFileSync(path.join(dataDir, 'database.owner'), String(process.ppid))
  lockDataDir(dataDir).release()
})

it('is released when the database does not open', async () => {
  writeFileSync(path.join(dataDir, 'database'), 'a file where the folder should be')
  await expect(connect({ dataDir })).rejects.toThrow()
  lockDataDir(dataDir).release()
})

it('is released when no copies of the database can be offered', async () => {
  fillDataDir(dataDir, 'empty')
  mkdirSync(path.join(dataDir, 'database.copy'))
  await expect(connect({ dataDir })).rejects.toThrow('database.copy')
  lockDataDir(dataDir).release()
})

it('lets a folder be removed only if it was locked once and is not now', () => {
  expect(removeUnused(dataDir)).toBe(false)
  const lock = lockDataDir(dataDir)
  expect(removeUnused(dataDir)).toBe(false)
  expect(existsSync(path.join(dataDir, 'database.lock'))).toBe(true)
  lock.release()
  expect(removeUnused(dataDir)).toBe(true)
  expect(existsSync(dataDir)).toBe(false)
})
