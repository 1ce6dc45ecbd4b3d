import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { unprivilegedUser } from './postgres-server.ts'
import { findProgram } from './programs.ts'
import { freePort, runProgram, type RunningProgram } from './running-program.ts'

export type PgBouncer = RunningProgram & { url: string; remove(): Promise<void> }

const program = () => findProgram('pgbouncer')

/** Why tests of PgBouncer are skipped here; null where they run. */
export const whyNoPgBouncer = () => (program() ? null : 'there is no pgbouncer here')

/** Whether this PgBouncer supports prepared statements. */
export function keepsPreparedStatements(): boolean {
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(
    execFileSync(program()!, ['--version'], { encoding: 'utf8' }),
  )!
  return Number(major) > 1 || Number(minor) >= 21
}

/** Starts a PgBouncer in transaction pooling mode for a database. */
export async function startPgBouncer(databaseUrl: string, { servers = 20 } = {}): Promise<PgBouncer> {
  const user = unprivilegedUser()
  const at = new URL(databaseUrl)
  const port = await freePort()
  const folder = mkdtempSync(path.join('/tmp', 'hiram-pgbouncer-'))
  const file = path.join(folder, 'pgbouncer.ini')
  const name = at.pathname.slice(1)
  const login = `user=${at.username} password=${at.password}`
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: servers,
    max_client_conn: 500,
    server_login_retry: 1,
    server_connect_timeout: 2,
    query_wait_timeout: 5,
    ignore_startup_parameters: 'options',
    ...(keepsPreparedStatements() ? { max_prepared_statements: 200 } : {}),
  }
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${value}`)
  const database = `${name} = host=${at.hostname} port=${at.port} dbname=${name} ${login}`
  writeFileSync(file, ['[databases]', database, '[pgbouncer]', ...lines, ''].join('\n'), { mode: 0o600 })
  if (user) for (const each of [folder, file]) chownSync(each, user.uid, user.gid)
  const running = await runProgram([program()!, '-q', file], { ports: [port], ...user })
  return {
    ...running,
    url: `postgres://${at.username}@127.0.0.1:${port}/${name}`,
    async remove() {
      await running.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
