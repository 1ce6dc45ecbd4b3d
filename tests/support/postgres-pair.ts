import { execFile } from 'node:child_process'
import { appendFile, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { prepareFolder, serverSettings, type ServerFolder } from './postgres-server.ts'
import { freePort, runProgram, type RunningProgram } from './running-program.ts'

const run = promisify(execFile)

/** A PostgreSQL server of a pair. `url` is the address of its database `postgres`. */
export type PairServer = RunningProgram & {
  url: string
  port: number
  ask(statement: string): Promise<Record<string, unknown>[]>
}

export type PostgresPair = {
  primary: PairServer
  /** A streaming replica of the primary. */
  standby: PairServer
  /** `user:password` of both. */
  login: string
  /** Makes the standby the primary. */
  promote(): Promise<void>
  remove(): Promise<void>
}

/** Starts a primary and a standby that follows it, both on 127.0.0.1 and in temporary folders. */
export async function startPair(): Promise<PostgresPair> {
  const [first, second] = [await prepareFolder(), await prepareFolder({ empty: true })]
  const login = `hiram:${first.password}`
  // A copy of a server that does not run yet is a valid backup; not every PostgreSQL has a program for backups.
  const [ours, theirs] = [path.join(first.folder, 'data'), path.join(second.folder, 'data')]
  await run('cp', ['-a', ours, theirs])
  const primary = await startIn(first)
  const [user, password] = login.split(':')
  const conninfo = `host=127.0.0.1 port=${primary.port} user=${user} password=${password}`
  await appendFile(path.join(theirs, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
  await appendFile(path.join(theirs, 'standby.signal'), '')
  const standby = await startIn({ ...second, password: first.password })
  await untilTrue(primary, 'select count(*) = 1 as is from pg_stat_replication')
  await untilTrue(standby, 'select pg_is_in_recovery() as is')
  return {
    primary,
    standby,
    login,
    async promote() {
      await standby.ask('select pg_promote()')
      await untilTrue(standby, 'select not pg_is_in_recovery() as is')
    },
    async remove() {
      await Promise.all([primary.kill(), standby.kill()])
      for (const { folder } of [first, second])
        await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/**
 * Starts the server of a folder on 127.0.0.1; after being killed it can be started again with what it had committed.
 */
export async function startIn(folder: ServerFolder): Promise<PairServer> {
  const port = await freePort()
  // Nothing waits for the disk, but every commit is written to the operating system, so a killed server still has
  // it.
  const flags = serverSettings(folder.folder, port, { fsync: 'off', full_page_writes: 'off' })
  const command = [path.join(folder.bin, 'postgres'), ...flags]
  const running = await runProgram(command, { ports: [port], cwd: folder.folder, ...folder.user })
  const url = `postgres://hiram:${folder.password}@127.0.0.1:${port}/postgres`
  const start = async () => {
    // Processes of a killed server release its memory a moment later.
    for (let tries = 1; ; tries++)
      try {
        return await running.start()
      } catch (error) {
        if (tries === 20) throw error
        await wait(200)
      }
  }
  const kill = async () => {
    const own = await processesOf(folder).catch(() => [])
    await running.kill()
    for (const pid of own) endAtOnce(pid)
  }
  return { start, kill, url, port, ask: (statement) => ask(url, statement) }
}

/** The processes of the postmaster, which live a moment longer and would still answer. */
async function processesOf({ folder }: ServerFolder): Promise<number[]> {
  const postmaster = (await readFile(path.join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0]
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid='])
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  return all.flatMap(([pid, parent]) => (parent === postmaster ? [Number(pid)] : []))
}

function endAtOnce(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

async function untilTrue(server: PairServer, statement: string) {
  const giveUpAt = Date.now() + 60_000
  for (;;) {
    const rows = await server.ask(statement).catch((error: unknown) => [{ is: error }])
    if (rows[0]?.is === true) return
    if (Date.now() > giveUpAt) throw new Error(`never true: ${statement}, last ${String(rows[0]?.is)}`)
    await wait(50)
  }
}
