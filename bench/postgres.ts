import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findPostgres } from '#tests/support/postgres-binaries.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { cpuOfFamily, parentOf } from './process-figures.ts'

/** As many connections as the checkouts it is compared with; TPC-B needs as many branches. */
const CLIENTS = 32
const SECONDS = 8

export type Postgres = {
  url: string
  /** Creates an empty database and returns its address. */
  create(name: string): Promise<string>
  /** CPU time of the server and all its processes so far, in milliseconds; NaN when it runs elsewhere. */
  cpu(): number
  stop(): Promise<void>
}

/** A PostgreSQL for the measurements that writes to the disk as in production. */
export async function benchPostgres(): Promise<Postgres> {
  const server = await startPostgres({ fsync: true })
  const client = new pg.Client(server.url)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]!.pid)
  return {
    url: server.url,
    async create(name) {
      await client.query(`create database ${name}`)
      const url = new URL(server.url)
      url.pathname = name
      return url.href
    },
    cpu: () => cpuOfFamily(postmaster),
    async stop() {
      await client.end()
      await server.stop()
    },
  }
}

export type TpcB = { run(): Promise<number> }

/**
 * `pgbench` on its own filled database; null where it is not installed. `run` returns transactions (TPC-B) per second.
 */
export async function pgbench(postgres: Postgres): Promise<TpcB | null> {
  const program = await pgbenchProgram()
  if (!program) return null
  const url = new URL(await postgres.create('tpcb'))
  const env = { ...process.env, PGPASSWORD: url.password }
  const where = ['-h', url.hostname, '-p', url.port, '-U', url.username, 'tpcb']
  await promisify(execFile)(program, ['-i', '-q', '-s', String(CLIENTS), ...where], { env })
  return {
    async run() {
      const load = ['-n', '-c', String(CLIENTS), '-j', '2', '-T', String(SECONDS)]
      const { stdout } = await promisify(execFile)(program, [...load, ...where], { env })
      return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
    },
  }
}

async function pgbenchProgram(): Promise<string | null> {
  const { bin } = await findPostgres()
  const beside = path.join(bin, 'pgbench')
  if (existsSync(beside)) return beside
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' })
    return 'pgbench'
  } catch {
    return null
  }
}
