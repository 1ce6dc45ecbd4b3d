import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { copyProgram, type Program } from '#tests/support/program-copy.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'

let database: TestDatabase
let program: Program
let server: ServerProcess | undefined
beforeEach(async () => {
  database = await freshDatabase({ kind: 'postgres' })
  program = copyProgram()
})
afterEach(async () => {
  await server?.remove()
  program.remove()
  await database.drop()
})

const start = async (env: Record<string, string> = {}) =>
  (server = await startServer(database.url!, { WORKERS: '2', LOG_LEVEL: 'info', ...env }, program.folder))

/** Opens a page that reads the database again and again. */
function visit({ url }: ServerProcess) {
  const failed: string[] = []
  let [answered, isOver] = [0, false]
  const visiting = (async () => {
    while (!isOver) {
      const answer = await fetch(`${url}/products?q=tent`).catch((error: Error) => error)
      if (answer instanceof Response) await answer.text()
      if (answer instanceof Response && answer.status === 200) answered++
      else failed.push(answer instanceof Response ? String(answer.status) : answer.message)
      await wait(20)
    }
  })()
  return {
    failed,
    async more(n: number) {
      const enough = answered + n
      await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThan(enough)
    },
    async stop() {
      isOver = true
      await visiting
    },
  }
}

/** Reloads; again, when a busy machine needed longer than `RELOAD_SECONDS` to start a process. */
async function reloadInTime(running: ServerProcess) {
  for (let tries = 1; ; tries++) {
    const before = running.output().length
    const failure = await running.reload().then(
      () => null,
      (error: unknown) => error,
    )
    if (failure === null) return
    const wasSlow = running.output().slice(before).includes('did not serve in time')
    if (!wasSlow || tries === 5) throw failure
  }
}

/** The status of `/healthz` on a connection of its own; what went wrong when there is none within 30 s. */
const health = ({ url }: ServerProcess) =>
  fetch(`${url}/healthz`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(30_000) }).then(
    ({ status }) => status,
    String,
  )

const pidsOf = ({ output }: ServerProcess) =>
  [...output().matchAll(/"listening".*?"pid":(\d+)/g)].map(([, pid]) => Number(pid))
const numberOf = (pid: number) => /HIRAM_WORKER=(\d+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1]
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('a new version that does not start leaves the old processes serving, and says why', async () => {
  const running = await start()
  await expect.poll(() => pidsOf(running), { timeout: 60_000 }).toHaveLength(2)
  const visitor = visit(running)
  program.addMigration('998_broken.sql', 'select missing;')
  for (const times of [1, 2]) {
    running.askToReload()
    await expect
      .poll(() => running.output().split('"reload-failed"').length - 1, { timeout: 60_000 })
      .toBe(times)
  }
  expect(running.output()).toContain('Migration 998_broken.sql:1 failed: column "missing" does not exist')
  await visitor.more(20)
  expect(pidsOf(running)).toHaveLength(2)
  expect(pidsOf(running).every(isAlive)).toBe(true)

  program.addMigration('998_broken.sql', 'create table mended (id int);')
  await running.reload()
  await visitor.more(20)
  await visitor.stop()
  expect(visitor.failed).toEqual([])
  expect(new Set(pidsOf(running)).size).toBe(4)
  expect(pidsOf(running).map(isAlive)).toEqual([false, false, true, true])
})

it('the old processes serve during a long migration of the new version', async () => {
  const running = await start()
  await expect.poll(() => pidsOf(running), { timeout: 60_000 }).toHaveLength(2)
  const visitor = visit(running)
  program.addMigration(
    '998_long.steps.sql',
    'create table if not exists steps (id int);\n\nselect pg_advisory_xact_lock(998);\n\ncreate table long (id int);',
  )
  const { pool } = database.connection
  // The migration goes on when this lock is given back.
  const holder = await pool.connect()
  await holder.query('select pg_advisory_lock(998)')
  running.askToReload()
  const has = async (table: string) =>
    (await pool.query('select to_regclass($1) is not null as is', [table])).rows[0].is as boolean
  await expect.poll(() => has('steps'), { timeout: 60_000 }).toBe(true)
  await visitor.more(20)
  expect(await has('long')).toBe(false)
  await holder.query('select pg_advisory_unlock(998)')
  holder.release()
  await expect.poll(() => running.output(), { timeout: 60_000 }).toContain('"reloaded"')
  expect(await has('long')).toBe(true)
  await visitor.more(20)
  await visitor.stop()
  expect(visitor.failed).toEqual([])
})

it('a new process that neither serves nor ends is ended, and the next reload replaces all', async () => {
  const began = performance.now()
  const measured = await start()
  // A start on this machine, as busy as it is, takes less.
  const seconds = Math.ceil((4 * (performance.now() - began)) / 1000)
  await measured.remove()
  const running = await start({ RELOAD_SECONDS: String(seconds) })
  await expect.poll(() => pidsOf(running), { timeout: 60_000 }).toHaveLength(2)
  program.addMigration('998_waits.sql', 'select pg_advisory_xact_lock(998);')
  const holder = await database.connection.pool.connect()
  await holder.query('select pg_advisory_lock(998)')
  running.askToReload()
  await expect.poll(() => running.output(), { timeout: 120_000 }).toContain('"reload-failed"')
  expect(running.output()).toContain('a new worker did not serve in time: it is ended')
  expect(pidsOf(running).map(isAlive)).toEqual([true, true])
  await holder.query('select pg_advisory_unlock(998)')
  holder.release()
  await reloadInTime(running)
  const pids = pidsOf(running)
  expect([pids.slice(0, 2).some(isAlive), pids.slice(-2).every(isAlive)]).toEqual([false, true])
}, 300_000)

it('a connection that waits for the first process while another ends is served by one that is left', async () => {
  const running = await start()
  await expect.poll(() => pidsOf(running), { timeout: 60_000 }).toHaveLength(2)
  process.kill(running.pid(), 'SIGSTOP')
  const asked = Array.from({ length: 20 }, () => health(running))
  await wait(200)
  process.kill(pidsOf(running)[0]!, 'SIGTERM')
  // It would end by then, and the first process hands it one of the connections nevertheless.
  await wait(1000)
  process.kill(running.pid(), 'SIGCONT')
  expect(await Promise.all(asked)).toEqual(Array(20).fill(200))
})

it('no process says that the server is leaving while it only replaces them, but all do at a stop', async () => {
  const running = await start({ DRAIN_SECONDS: '2' })
  await expect.poll(() => pidsOf(running), { timeout: 60_000 }).toHaveLength(2)
  const health: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      // On a connection of its own, so that all processes are asked.
      const asked = fetch(`${running.url}/healthz`, { headers: { connection: 'close' } })
      health.push(await asked.then(({ status }) => status).catch(() => 0))
      await wait(10)
    }
  })()
  await running.reload()
  expect(new Set(health.splice(0))).toEqual(new Set([200]))
  const stopped = running.stop()
  await expect.poll(() => health.at(-1)).toBe(503)
  isOver = true
  await Promise.all([stopped, asking])
})

it('a process that ends while another is replaced is started once, and all end at a stop', async () => {
  const running = await start({ WORKERS: '3' })
  await expect.poll(() => pidsOf(running), { timeout: 60_000 }).toHaveLength(3)
  const third = pidsOf(running).find((pid) => numberOf(pid) === '3')!
  running.askToReload()
  process.kill(third, 'SIGKILL')
  await expect.poll(() => running.output(), { timeout: 60_000 }).toContain('"reloaded"')
  await expect.poll(() => pidsOf(running).filter(isAlive), { timeout: 60_000 }).toHaveLength(3)
  expect(pidsOf(running)).toHaveLength(6)
  await running.stop()
  expect(pidsOf(running).filter(isAlive)).toEqual([])
})

it('new processes are of the version to which the link of the product points by then', async () => {
  const newer = copyProgram()
  const place = mkdtempSync(path.join(tmpdir(), 'hiram-link-'))
  try {
    const link = path.join(place, 'hiram')
    symlinkSync(program.folder, link)
    // A page of the older version may ask a process of the newer one for it.
    writeFileSync(path.join(program.folder, 'build/client/assets/older-AbCd12_-.css'), 'main { color: red }')
    server = await startServer(database.url!, { WORKERS: '2', LOG_LEVEL: 'info' }, link)
    const folders = () =>
      [...server!.output().matchAll(/"listening".*?"folder":"([^"]+)"/g)].map(([, folder]) => folder)
    await expect.poll(folders, { timeout: 60_000 }).toEqual([program.folder, program.folder])
    newer.addMigration('998_newer.sql', 'create table newer (id int);')
    rmSync(link)
    symlinkSync(newer.folder, link)
    await server.reload()
    expect(folders().slice(2)).toEqual([newer.folder, newer.folder])
    const { rows } = await database.connection.pool.query(`select to_regclass('newer') is not null as is`)
    expect(rows).toEqual([{ is: true }])
    const older = await fetch(`${server.url}/assets/older-AbCd12_-.css`)
    expect([older.status, await older.text()]).toEqual([200, 'main { color: red }'])
  } finally {
    await server?.remove()
    rmSync(place, { recursive: true })
    newer.remove()
  }
})

it('one process alone is not ended by a reload, and says what to do', async () => {
  const running = await start({ WORKERS: '1' })
  const visitor = visit(running)
  running.askToReload()
  await expect.poll(() => running.output()).toContain('one process can’t replace itself: restart it')
  await visitor.more(20)
  await visitor.stop()
  expect(visitor.failed).toEqual([])
})
