import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findPostgres } from '#tests/support/postgres-binaries.ts'
import type { Statement } from '#tests/support/hot-statements.ts'
import { percentiles } from './load.ts'
import type { Postgres } from './postgres.ts'

/** As many connections as the checkouts it is compared with; TPC-B needs as many branches. */
const CLIENTS = 32
const SECONDS = 8
/** The settings of the sessions of a site (`serverPool`). */
const SESSION = '-c jit=off -c random_page_cost=1.1 -c work_mem=16MB -c TimeZone=UTC'

/** TPC-B on its own filled database; `run` returns transactions a second. Null where pgbench is not installed. */
export async function openTpcB(postgres: Postgres): Promise<{ run(): Promise<number> } | null> {
  const program = await findPgbench()
  if (!program) return null
  const url = await postgres.create('tpcb')
  await pgbench(program, url, ['-i', '-q', '-s', String(CLIENTS)])
  return {
    async run() {
      const said = await pgbench(program, url, [
        '-n',
        '-c',
        String(CLIENTS),
        '-j',
        '2',
        '-T',
        String(SECONDS),
      ])
      return Number(/^tps = ([\d.]+)/m.exec(said)?.[1])
    },
  }
}

/**
 * Runs each of these lists of statements as a transaction of one connection, in a random order and so many times in
 * total, prepared. Returns milliseconds; null where pgbench is not installed.
 */
export async function timeStatements(
  databaseUrl: string,
  lists: readonly (readonly Statement[])[],
  times: number,
): Promise<{ p50: number; p99: number } | null> {
  const program = await findPgbench()
  if (!program) return null
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-bench-'))
  try {
    const args: string[] = []
    for (const [i, statements] of lists.entries()) {
      const file = path.join(folder, `list-${i}.sql`)
      const parts = statements.map((statement, j) => scriptOf(statement, `v${i}_${j}`))
      await writeFile(file, parts.map(({ text }) => `${text};\n`).join(''))
      args.push('-f', file, ...parts.flatMap(({ values }) => values.flatMap((value) => ['-D', value])))
    }
    const run = (log: string, n: number) =>
      pgbench(program, databaseUrl, [
        ...['-n', '-M', 'prepared', '-c', '1', '-t', String(n), '-l', `--log-prefix=${folder}/${log}`],
        ...args,
      ])
    await run('warm-up', lists.length)
    await run('log', times)
    const files = readdirSync(folder).filter((file) => file.startsWith('log'))
    const lines = files.flatMap((file) => readFileSync(path.join(folder, file), 'utf8').trim().split('\n'))
    return percentiles(lines.map((line) => Number(line.split(' ')[2]) / 1000))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A statement with its values as variables of pgbench, which have these names and a number; nulls are written out. */
function scriptOf({ text, values }: Statement, name: string) {
  // pgbench takes `:MI` in a text such as 'HH24:MI' for a variable.
  const split = text.replaceAll(/(?<!:):(?=\w)/g, ":' || '")
  const written = split.replaceAll(/\$(\d+)/g, (_, n: string) =>
    values[Number(n) - 1] === null ? 'null' : `:${name}_${n}`,
  )
  const variables = values.map((value, i) => `${name}_${i + 1}=${sent(value)}`)
  return { text: written, values: variables.filter((_, i) => values[i] !== null) }
}

/** A value as `pg` sends it. */
function sent(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? `{${value.map((each) => JSON.stringify(each)).join(',')}}` : String(value)
}

async function pgbench(program: string, databaseUrl: string, args: readonly string[]): Promise<string> {
  const url = new URL(databaseUrl)
  const where = ['-h', url.hostname, '-p', url.port, '-U', url.username, url.pathname.slice(1)]
  const env = { ...process.env, PGPASSWORD: url.password, PGOPTIONS: SESSION }
  const run = promisify(execFile)(program, [...args, ...where], { env })
  const { stdout } = await run.catch(({ stderr }: { stderr: string }) => {
    throw new Error(`pgbench ended: ${stderr}`)
  })
  return stdout
}

async function findPgbench(): Promise<string | null> {
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
