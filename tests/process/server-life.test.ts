import { type ChildProcess, spawn } from 'node:child_process'
import { copyFile, cp, mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startBucketEmulator } from '#gateways/images/emulator.ts'
import { storeHash } from '#seeds/page-build.ts'
import { compileCache } from '#tests/support/compile-cache.ts'
import { emptyDatabase, fillDataDir, freshDatabase } from '#tests/support/database.ts'
import { project } from '#tests/support/imports.ts'
import { startArguments } from '#tests/support/npm-start.ts'
import { freePort } from '#tests/support/running-program.ts'
import { startServer as startMeasured } from '../../bench/server.ts'

const sound = {
  SESSION_SECRET: 'k3Jd83hf74hfnvkdjf8374hfjdksl39f',
  BASE_URL: 'http://127.0.0.1:3000',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  ALLOW_EMBEDDED: '1',
  HOST: '127.0.0.1',
}

let folder: string
let children: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hiram-main-'))
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  await rm(folder, { recursive: true, force: true })
})

function start(env: Record<string, string>, command = startArguments, node = process.execPath) {
  const child = spawn(node, command, {
    env: { PATH: process.env.PATH!, ...compileCache, DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const ended = new Promise<{ code: number | null; output: string }>((done) =>
    child.on('close', (code) => done({ code, output })),
  )
  const listening = async () => {
    while (!output.includes('"listening"')) {
      if (child.exitCode !== null) throw new Error(output)
      await new Promise((next) => setTimeout(next, 50))
    }
  }
  return { child, ended, listening }
}

/** The builds of React in the lines that a program and its workers log at their starts, so far. */
function buildsIn(child: ChildProcess): () => string[] {
  let output = ''
  child.stdout!.on('data', (chunk) => (output += String(chunk)))
  return () => {
    const lines = output.split('\n').slice(0, -1)
    const starts = lines.filter((line) => line.includes('"listening"'))
    return starts.map((line) => (JSON.parse(line) as { react: string }).react)
  }
}

/** A copy of the project with its build, from which the demo starts without building or changing anything here. */
async function copySources(): Promise<string> {
  const copy = await mkdtemp(join(folder, 'program-'))
  for (const name of await readdir(project))
    if (name === 'node_modules') await symlink(join(project, name), join(copy, name))
    else if (!/^\.|^(data|test-results)$/.test(name))
      await cp(join(project, name), join(copy, name), { recursive: true })
  storeHash(copy)
  return copy
}

test.each([
  ['a missing session secret', { SESSION_SECRET: '' }, 'SESSION_SECRET'],
  [
    'an example session secret',
    { SESSION_SECRET: 'change-me-change-me-change-me-change-me' },
    'SESSION_SECRET',
  ],
  ['a missing address', { BASE_URL: '' }, 'BASE_URL'],
  ['nowhere to send mail', { SMTP_URL: '' }, 'SMTP_URL'],
  [
    'half a pair of keys for payments',
    { PAYMONGO_SECRET_KEY: 'sk_live_9hV2kQ7sLm3T' },
    'PAYMONGO_WEBHOOK_SECRET',
  ],
  ['an embedded database that was not asked for', { ALLOW_EMBEDDED: '0' }, 'DATABASE_URL'],
])('production refuses to start with %s, naming the setting', async (_, wrong, name) => {
  const { code, output } = await start({ ...sound, ...wrong }).ended
  expect(code).toBe(1)
  expect(output).toMatch(new RegExp(`^${name}\\b`))
})

test('it runs the production build of React, whatever the shell says', async () => {
  fillDataDir(folder, 'migrated')
  const env = { ...sound, PORT: String(await freePort()), NODE_ENV: 'development', LOG_LEVEL: 'error' }
  const { child, listening } = start(env)
  const builds = buildsIn(child)
  await listening()
  await expect.poll(builds).toEqual(['production'])
})

test('the demo runs the production build of React, whatever the shell says', async () => {
  const { connection, url, drop } = await freshDatabase({ kind: 'postgres' })
  // Whoever is there already spares the demo data.
  const name = { firstName: 'Ana', lastName: 'Cruz', name: 'Ana Cruz', username: 'ana' }
  await connection.db
    .insertInto('account')
    .values({ id: uuid(), email: 'ana@hiram.test', ...name })
    .execute()
  const [port, emulatorPort] = [await freePort(), await freePort()]
  const program = await copySources()
  const env = { HOST: '127.0.0.1', PORT: String(port), PAYMONGO_EMULATOR_PORT: String(emulatorPort) }
  const { child, listening } = start(
    { ...env, DATABASE_URL: url!, LOG_LEVEL: 'info', NODE_ENV: 'development' },
    [join(program, 'seeds/demo.ts')],
  )
  const builds = buildsIn(child)
  await listening()
  await expect.poll(builds).toEqual(['production'])
  child.kill('SIGKILL')
  await drop()
})

test.each(['development', 'production'])(
  'the bench measures a server of the production build only: %s',
  async (react) => {
    const server = `
      console.log('{"event":"listening","react":"${react}"}')
      require('http').createServer((asked, answer) => answer.end()).listen(process.env.PORT, '127.0.0.1')`
    const measured = startMeasured({}, ['-e', server])
    if (react === 'production') await (await measured).stop()
    else await expect(measured).rejects.toThrow('The server runs the development build of React.')
  },
)

test('it logs at once that its bucket of photos can’t be used, and serves all the same', async () => {
  const bucket = await startBucketEmulator()
  const { url, region, accessKeyId } = bucket.keys
  fillDataDir(folder, 'migrated')
  const port = await freePort()
  const { child, listening } = start({
    ...sound,
    PORT: String(port),
    IMAGES_URL: url,
    IMAGES_REGION: region,
    IMAGES_ACCESS_KEY_ID: accessKeyId,
    IMAGES_SECRET_ACCESS_KEY: 'the key of another bucket',
  })
  let output = ''
  child.stdout!.on('data', (chunk) => (output += String(chunk)))
  await listening()
  await expect.poll(() => output).toContain('photos can’t be kept or shown. The secret does not fit')
  expect(output).not.toContain('the key of another bucket')
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  expect(bucket.asked).toHaveLength(1)
  await bucket.close()
})

test('it is healthy once it listens, and finishes what is under way before it stops', async () => {
  fillDataDir(folder, 'migrated')
  const port = await freePort()
  const { child, ended, listening } = start({ ...sound, PORT: String(port) })
  await listening()
  const health = await fetch(`http://127.0.0.1:${port}/healthz`)
  expect(health.status).toBe(200)
  expect(await health.json()).toEqual({ ok: true })

  const slow = request({
    host: '127.0.0.1',
    port,
    path: '/login',
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': 16,
      'sec-fetch-site': 'same-origin',
    },
  })
  const answered = new Promise<number | undefined>((done, fail) => {
    slow.on('response', (response) => done(response.resume().statusCode))
    slow.on('error', fail)
  })
  slow.write('portal=')
  await new Promise((next) => slow.on('socket', (socket) => socket.on('connect', next)))
  // The server answers the one that comes later, so it has the one before.
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  child.kill('SIGTERM')
  const isOpen = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => false,
    )
  await expect.poll(isOpen).toBe(false)
  slow.end('renter&e=')
  expect(await answered).toBe(422)
  expect((await ended).code).toBe(0)
})

// Spec: D36
test('it is unhealthy while its database is gone, and its pages say so with the request’s id', async () => {
  const { url, drop, allow } = await emptyServerDatabase()
  const port = await freePort()
  const { listening } = start({ ...sound, PORT: String(port), DATABASE_URL: url })
  await listening()
  await allow(false)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(503)
  for (const cookie of ['', 'hiram.session_token=someone']) {
    const page = await fetch(`http://127.0.0.1:${port}/listing/${uuid()}`, { headers: { cookie } })
    expect(page.status).toBe(500)
    expect(page.headers.get('content-security-policy')).toContain("script-src 'nonce-")
    const html = await page.text()
    expect(html).toContain('An unexpected error occurred. Please try again.')
    expect(html).toMatch(new RegExp(`<code [^>]*>${page.headers.get('x-request-id')}</code>`))
  }
  await allow(true)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  for (const child of children) child.kill('SIGKILL')
  await drop()
})

test('several processes serve on one port, each by React’s production build; a killed one is started again', async () => {
  const { url, drop } = await emptyServerDatabase()
  const port = await freePort()
  const env = { ...sound, PORT: String(port), DATABASE_URL: url, WORKERS: '3', NODE_ENV: 'development' }
  const main = start(env)
  const builds = buildsIn(main.child)
  let output = ''
  main.child.stdout!.on('data', (chunk) => (output += String(chunk)))
  const pids = () => [...output.matchAll(/"listening".*?"pid":(\d+)/g)].map(([, pid]) => Number(pid))
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  const asked = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).status
  await expect.poll(pids, { timeout: 60_000 }).toHaveLength(3)
  expect(new Set([...pids(), main.child.pid!]).size).toBe(4)
  expect(await asked()).toBe(200)

  process.kill(pids()[0]!, 'SIGKILL')
  await expect.poll(() => isAlive(pids()[0]!)).toBe(false)
  expect(await asked()).toBe(200)
  await expect.poll(pids, { timeout: 60_000 }).toHaveLength(4)
  expect(output).toContain('"worker-ended"')
  await expect.poll(builds).toEqual(Array(4).fill('production'))

  main.child.kill('SIGTERM')
  expect((await main.ended).code).toBe(0)
  expect(pids().filter(isAlive)).toEqual([])
  await drop()
})

test('a process that can’t be started is tried again, and the others serve on', async () => {
  const { url, drop } = await emptyServerDatabase()
  const port = await freePort()
  const node = join(folder, 'node')
  await copyFile(process.execPath, node)
  const main = start({ ...sound, PORT: String(port), DATABASE_URL: url, WORKERS: '2' }, startArguments, node)
  let output = ''
  main.child.stdout!.on('data', (chunk) => (output += String(chunk)))
  const pids = () => [...output.matchAll(/"listening".*?"pid":(\d+)/g)].map(([, pid]) => Number(pid))
  await expect.poll(pids, { timeout: 60_000 }).toHaveLength(2)
  await rename(node, `${node}-away`)
  process.kill(pids()[0]!, 'SIGKILL')
  await expect.poll(() => output, { timeout: 60_000 }).toContain('"worker-failed"')
  main.child.kill('SIGHUP')
  await expect.poll(() => output, { timeout: 60_000 }).toContain('"reload-failed"')
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  await rename(`${node}-away`, node)
  await expect.poll(pids, { timeout: 60_000 }).toHaveLength(3)
  main.child.kill('SIGTERM')
  expect((await main.ended).code).toBe(0)
  await drop()
})

test('several processes on the embedded database are refused, naming the setting', async () => {
  const { code, output } = await start({ ...sound, WORKERS: '2' }).ended
  expect(code).toBe(1)
  expect(output).toMatch(/^WORKERS\b/)
})

/** A database on the test's PostgreSQL that can refuse all connections. */
async function emptyServerDatabase() {
  const { url, drop } = await emptyDatabase({ kind: 'postgres' })
  const { default: pg } = await import('pg')
  const name = new URL(url!).pathname.slice(1)
  const admin = new URL(url!)
  admin.pathname = '/postgres'
  return {
    url: url!,
    drop,
    async allow(yes: boolean) {
      const client = new pg.Client(admin.href)
      await client.connect()
      await client.query(`alter database "${name}" allow_connections ${yes}`)
      const end = () =>
        client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      // A connection that is just being opened is listed a moment later.
      for (let quiet = yes ? 3 : 0; quiet < 3; quiet = (await end()).rowCount === 0 ? quiet + 1 : 0)
        await wait(100)
      await client.end()
    },
  }
}
