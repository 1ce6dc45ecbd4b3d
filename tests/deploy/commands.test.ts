import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrateToLatest } from '#db/migrate.ts'
import { readSettings } from '#server/settings.ts'
import { administer, emptyDatabase, freshDatabase, prepared } from '#tests/support/database.ts'
import { processSecret, startServer } from '#tests/support/server-process.ts'

/* The commands of operating.md outside of its blocks that are run (`tests/process/operating.test.ts`): they are run
   here as they stand there, or, where they need Docker or systemd, compared with the files that they are about. */
const project = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(project, file), 'utf8')
const operating = read('docs/operating.md')
const compose = read('compose.yaml')
const run = async (command: string) => (await promisify(execFile)('bash', ['-euc', command])).stdout
const found = (pattern: RegExp) => {
  const command = pattern.exec(operating)?.[1]
  if (!command) throw new Error(`operating.md has no command like ${pattern.source}`)
  return command.replaceAll(/\s+/g, ' ')
}
const services = [...compose.matchAll(/^ {2}(\w+):\n {4}logging:/gm)].map(([, name]) => name!)

test('openssl makes a secret that the site takes', async () => {
  const secret = (await run(found(/Made once by: (openssl .+)$/m))).trim()
  expect(compose).toContain(`SESSION_SECRET=$(${found(/Made once by: (openssl .+)$/m)})`)
  expect(readSettings({ SESSION_SECRET: secret }, 'test').sessionSecret).toBe(secret)
})

test('ln points the link to the folder of the new version', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-link-'))
  try {
    const at = (name: string) => path.join(folder, name)
    for (const version of ['hiram-1.0', 'hiram-2.0']) await mkdir(at(version))
    await symlink(at('hiram-1.0'), at('hiram'))
    await run(found(/`(ln [^`]+)`/).replaceAll('/opt', folder))
    expect(await readlink(at('hiram'))).toBe(at('hiram-2.0'))
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('curl says whether the site is up', async () => {
  const [command, said] = [found(/`(curl [^`]+)` answers/), found(/` answers `([^`]+)`/)]
  const { port } = readSettings({ SESSION_SECRET: processSecret }, 'test')
  expect(command).toContain(`http://127.0.0.1:${port}/`)
  const database = await freshDatabase({ kind: 'postgres' })
  const site = await startServer(database.url!)
  const ask = () => run(command.replace(`http://127.0.0.1:${port}`, site.url))
  try {
    expect(await ask()).toBe(said)
    await site.stop()
    await expect(ask()).rejects.toThrow()
  } finally {
    await site.remove()
    await database.drop()
  }
})

test('the extensions that somebody else may make are all that the migrations make', async () => {
  const named = /make the extensions ([^,]+), ([^,]+) and (\S+), which/.exec(operating.replaceAll('\n', ' '))
  const extensions = named!.slice(1).map((name) => name.replaceAll(/[\s`,]|and/g, ''))
  const made = globSync('db/migrations/*.sql', { cwd: project }).flatMap((file) =>
    [...read(file).matchAll(/^create extension (?:if not exists )?(\w+)/gm)].map(([, name]) => name!),
  )
  expect(extensions).toEqual([...new Set(made)].toSorted())
  const command = found(/before: `(create extension \w+)`/)
  const database = await emptyDatabase({ kind: 'postgres' })
  try {
    for (const name of extensions) await database.connection.pool.query(command.replace(/\w+$/, name))
    await migrateToLatest(database.connection.db)
  } finally {
    await database.drop()
  }
})

test('behind PgBouncer the role gets the session settings that connections have otherwise', async () => {
  const said = found(/(`alter role hiram set [\s\S]+?)\.\n/)
  const settings = [...said.matchAll(/`(?:alter role hiram set )?(\w+) = ([^`]+)`/g)]
  expect(settings.length).toBeGreaterThan(5)
  const server = process.env[prepared.server]!
  const role = `hiram_${process.pid}`
  const database = await freshDatabase({ kind: 'postgres' })
  await administer(server, `create role ${role} login superuser password 'of this test'`)
  const url = new URL(database.url!)
  url.username = role
  url.password = 'of this test'
  const client = new pg.Client(url.href)
  try {
    for (const [, name, value] of settings)
      await administer(server, `alter role ${role} set ${name} = ${value}`)
    await client.connect()
    const sent = /options:\s+('-c[\s\S]*?),\n/.exec(read('db/connect.ts'))![1]!
    const ours = [...sent.matchAll(/-c (\w+)=/g)].map(([, name]) => name!.toLowerCase())
    expect(settings.map(([, name]) => name).toSorted()).toEqual(ours.toSorted())
    for (const name of ours) {
      const [{ rows: outside }, { rows: inside }] = [
        await client.query(`show ${name}`),
        await database.connection.pool.query(`show ${name}`),
      ]
      expect(outside, name).toEqual(inside)
    }
  } finally {
    await client.end()
    await database.drop()
    await administer(server, `drop role ${role}`)
  }
})

test('the command for commands runs them as the service runs', () => {
  const command = found(/(sudo systemd-run [\s\S]+?)\n```/)
  for (const unit of ['deploy/hiram.service', 'deploy/hiram-backup.service']) {
    const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(read(unit))![1]!
    expect(command).toContain(`--uid=${valueOf('User')} `)
    expect(command).toContain(`--working-directory=${valueOf('WorkingDirectory')} `)
    expect(command).toContain(`--property=EnvironmentFile=${valueOf('EnvironmentFile')} `)
  }
})

test('units that are named are in deploy', () => {
  const named = [...operating.matchAll(/`(?:systemctl [\w -]*?|journalctl -u )(hiram[\w.-]*)/g)]
  expect(named.length).toBeGreaterThan(5)
  const units = globSync('deploy/*.{service,timer}', { cwd: project }).map((file) => path.basename(file))
  for (const [command, unit] of named)
    expect(units, command).toContain(unit!.replace(/^[^.]+$/, '$&.service'))
})

test('the commands of Docker name services of compose.yaml and a folder that is a volume', () => {
  const block = found(/(docker compose up --build[\s\S]+?)\n```/)
  const commands = block.split(/(?=docker compose )/)
  const named = commands.flatMap((command) => [
    ...[...command.matchAll(/compose (?:stop|exec|run --rm) (\w+)/g)].map(([, name]) => name!),
    ...[...command.matchAll(/\b(\w+):\//g)].map(([, name]) => name!),
  ])
  expect(named.length).toBeGreaterThan(4)
  for (const name of named) expect(services).toContain(name)
  const [, folder] = /^ {4}volumes: \['data:(\S+)'\]$/m.exec(compose)!
  for (const [file] of block.matchAll(/(?<=[ :])\/[\w/]+/g)) expect(`${file}/`).toMatch(`${folder}/`)
})
