import { totalmem } from 'node:os'
import pg from 'pg'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { cpuOfFamily, parentOf } from './process-figures.ts'

export type Postgres = {
  url: string
  /** Creates an empty database and returns its address. */
  create(name: string): Promise<string>
  /** CPU time of the server and all its processes so far, in milliseconds; NaN when it runs elsewhere. */
  cpu(): number
  stop(): Promise<void>
}

/** A PostgreSQL for the measurements: it writes to the disk, and has as much memory as `docs/scaling.md` says. */
export async function benchPostgres(): Promise<Postgres> {
  const server = await startPostgres({ shared_buffers: `${Math.floor(totalmem() / 4 / 1024 ** 2)}MB` })
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
