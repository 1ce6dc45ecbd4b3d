import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { findPostgres } from './postgres-binaries.ts'
import { freePort } from './running-program.ts'
import { IN_MEMORY } from './temporary-folder.ts'

/** A throw-away server. `url` is that of its empty database `postgres`. */
export type PostgresServer = { url: string; description: string; stop(): Promise<void> }

type User = { uid: number; gid: number }

/* The shell lives a moment longer than this process: when its standard input closes, however this process ended, it
   shuts the server down and removes its folder. So no server remains after a crash, `kill -9` or ctrl-C. */
const guarded = `
  folder=$1; shift
  exec 3<&0
  "$@" <&- &
  server=$!
  ( cat <&3 >/dev/null; kill -INT $server ) 2>/dev/null &
  wait $server
  rm -rf "$folder"
`

/**
 * Starts a PostgreSQL in a temporary folder, on a free port of 127.0.0.1 with a random password, and prints its
 * version in one line. Without `settings` nothing waits for the disk; a measurement, or a test of durability, gives
 * its own. PostgreSQL refuses to run as root: then it runs as `postgres` or `nobody`. Throws with the server's own
 * output when it does not start.
 */
export async function startPostgres(settings: Record<string, string> = noSync): Promise<PostgresServer> {
  const { folder, user, bin, version, source, password } = await prepareFolder()
  try {
    const port = await freePort()
    const server = spawn(
      'sh',
      ['-c', guarded, 'sh', folder, path.join(bin, 'postgres'), ...serverSettings(folder, port, settings)],
      { ...user, cwd: folder, detached: true, stdio: ['pipe', 'ignore', 'pipe'], env: quietLocale() },
    )
    const url = `postgres://hiram:${password}@127.0.0.1:${port}/postgres`
    await untilItAnswers(server, url)
    const description = `PostgreSQL ${version} from ${source}${settings['fsync'] === 'off' ? ', fsync off' : ''}`
    console.log(`Database server for tests: ${description}`)
    return { url, description, stop: () => stop(server) }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** A folder with or without a new cluster, and the user and programs for it. */
export type ServerFolder = {
  folder: string
  user: User | undefined
  bin: string
  version: string
  source: string
  password: string
}

/** Makes a temporary folder with a new cluster, whose superuser `hiram` has `password`. */
export async function prepareFolder({ empty = false } = {}): Promise<ServerFolder> {
  const user = unprivilegedUser()
  // Another TMPDIR may be closed to the server's user.
  const base = user && tmpdir() !== IN_MEMORY ? '/tmp' : tmpdir()
  const folder = mkdtempSync(path.join(base, 'hiram-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  try {
    const binaries = await reachable(folder, user)
    const password = randomBytes(16).toString('hex')
    if (!empty) await initialise(binaries.bin, folder, password, user)
    return { folder, user, ...binaries, password }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function reachable(folder: string, user: User | undefined) {
  const { bin, version, home } = await findPostgres()
  const source = home ? 'npm' : bin
  if (!user || !home) return { bin, version, source }
  // Another user may not be allowed to read below this project's folder.
  const copy = path.join(folder, 'binaries')
  cpSync(home, copy, { recursive: true, verbatimSymlinks: true })
  // The server's user removes the folder at the end, so it must own every part of it.
  execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, copy])
  return { bin: path.join(copy, 'bin'), version, source }
}

async function initialise(bin: string, folder: string, password: string, user: User | undefined) {
  const passwordFile = path.join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) chownSync(passwordFile, user.uid, user.gid)
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  await promisify(execFile)(
    path.join(bin, 'initdb'),
    [
      `--pgdata=${path.join(folder, 'data')}`,
      '--username=hiram',
      `--pwfile=${passwordFile}`,
      '--auth=password',
      '--encoding=UTF8',
      `--locale=${locale}`,
      '--no-sync',
    ],
    { ...user, cwd: folder, env: quietLocale() },
  )
}

/** A prepared statement runs a few times in a test: planned once instead of for each use, tests take a tenth less. */
const planOnce = { plan_cache_mode: 'force_generic_plan' }
const noSync = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', ...planOnce }

/** The flags of a test server. */
export function serverSettings(folder: string, port: number, more: Record<string, string>): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_min_messages: 'fatal',
    ...more,
  }
  const flags = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', path.join(folder, 'data'), '-p', String(port), ...flags]
}

async function untilItAnswers(server: ChildProcess, url: string) {
  let said = ''
  server.stderr!.on('data', (text) => (said += text))
  const giveUpAt = Date.now() + 30_000
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (server.exitCode === null && Date.now() < giveUpAt) {
        await wait(30)
        continue
      }
      await stop(server)
      throw new Error(`PostgreSQL did not start: ${said.trim() || (error as Error).message}`)
    }
  }
}

async function stop(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.stdin!.end()
  await ended
}

/** The user of a server that refuses to run as root. */
export function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  const account = ['postgres', 'nobody'].map((name) => accounts.find((line) => line.startsWith(`${name}:`)))
  const [, , uid, gid] = (account.find(Boolean) ?? '').split(':')
  if (!uid || !gid)
    throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody')
  return { uid: Number(uid), gid: Number(gid) }
}

const quietLocale = () => ({
  PATH: process.env.PATH,
  LC_ALL: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8',
})
