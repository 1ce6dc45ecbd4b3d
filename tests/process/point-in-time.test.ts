import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { appendFile, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { prepareFolder, serverSettings, type ServerFolder } from '#tests/support/postgres-server.ts'
import { findPostgres } from '#tests/support/postgres-binaries.ts'
import { freePort, runProgram, type RunningProgram } from '#tests/support/running-program.ts'

const run = promisify(execFile)
const project = path.resolve(import.meta.dirname, '../..')
const [, operating] = readFileSync(path.join(project, 'docs/operating.md'), 'utf8').split(
  '## Recovery to a point in time',
)
/** A command or setting as operating.md has it. */
function said(beginning: string): string {
  const [, text] = new RegExp('`(' + beginning + '[^`]*)`').exec(operating!) ?? []
  if (!text) throw new Error(`operating.md has no ${beginning}`)
  return text.replaceAll(/\s+/g, ' ')
}
const valueOf = (setting: string) => /^\w+ = '?(.*?)'?$/.exec(said(setting))![1]!
/** The program of the same version as the server, which not every package has. */
const { bin, version } = await findPostgres()
const baseBackup = [bin, `/usr/lib/postgresql/${Number.parseInt(version)}/bin`]
  .map((folder) => path.join(folder, 'pg_basebackup'))
  .find((file) => existsSync(file))
if (!baseBackup)
  console.log(`Recovery to a point in time is not tested: there is no pg_basebackup ${version}.`)

const undo: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** A folder that the server may write to. */
function folderIn({ folder, user }: ServerFolder, name: string): string {
  const at = path.join(folder, name)
  mkdirSync(at)
  if (user) chownSync(at, user.uid, user.gid)
  return at
}

/** Starts a server that archives its WAL. */
async function start(home: ServerFolder, port: number, archive: string): Promise<RunningProgram> {
  const settings = {
    archive_mode: valueOf('archive_mode'),
    archive_command: valueOf('archive_command').replaceAll('/archive', archive),
    fsync: 'off',
  }
  const command = [path.join(home.bin, 'postgres'), ...serverSettings(home.folder, port, settings)]
  const running = await runProgram(command, { ports: [port], cwd: home.folder, ...home.user })
  undo.push(running.kill)
  return running
}

test.skipIf(!baseBackup)('a database that was destroyed is recovered as it was at a time', async () => {
  const home = await prepareFolder()
  undo.push(() => rm(home.folder, { recursive: true, force: true, maxRetries: 5 }))
  const [archive, bases] = [folderIn(home, 'archive'), folderIn(home, 'base')]
  const port = await freePort()
  const url = `postgres://hiram:${home.password}@127.0.0.1:${port}/postgres`
  const server = await start(home, port, archive)
  await expect.poll(() => ask(url, 'select 1 as is').catch(() => null), { timeout: 60_000 }).not.toBe(null)
  await ask(url, 'create table note (id int primary key, at timestamptz not null default clock_timestamp())')
  await ask(url, 'insert into note select generate_series(1, 100)')

  const command = said('pg_basebackup').replace('pg_basebackup', baseBackup!).replace('/base/', `${bases}/`)
  const env = { PATH: process.env.PATH, DATABASE_URL: url }
  await run('bash', ['-euc', command], { ...home.user, cwd: home.folder, env })
  const [base] = await readdir(bases)
  await ask(url, 'insert into note select generate_series(101, 200)')
  const [{ time }] = (await ask(url, `select clock_timestamp()::text as time`)) as [{ time: string }]
  await ask(url, 'insert into note select generate_series(201, 300)')
  await ask(url, 'delete from note where id <= 150')
  const [{ segment }] = (await ask(url, 'select pg_walfile_name(pg_switch_wal()) as segment')) as [
    { segment: string },
  ]
  await expect.poll(() => readdir(archive), { timeout: 60_000 }).toContain(segment)
  await server.kill()
  await rm(path.join(home.folder, 'data'), { recursive: true, maxRetries: 5 })

  await rename(path.join(bases, base!), path.join(home.folder, 'data'))
  const data = path.join(home.folder, 'data')
  const settings = ['restore_command', 'recovery_target_time', 'recovery_target_action'].map(said)
  const written = settings
    .join('\n')
    .replace('/archive', archive)
    .replace(/(?<=_time = ').*?(?=')/, time)
  await appendFile(path.join(data, 'postgresql.auto.conf'), `${written}\n`)
  await appendFile(path.join(data, said('recovery.signal')), '')
  await start(home, port, archive)
  const isPrimary = async () => {
    const [row] = await ask(url, 'select pg_is_in_recovery() as is').catch(() => [])
    return row?.['is'] === false
  }
  await expect.poll(isPrimary, { timeout: 60_000 }).toBe(true)
  const found = 'select count(*)::int as n, min(id) as first, max(id) as last from note'
  expect(await ask(url, found)).toEqual([{ n: 200, first: 1, last: 200 }])
  await ask(url, 'insert into note values (201)')
})
