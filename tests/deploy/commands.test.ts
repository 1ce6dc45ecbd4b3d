import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
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
const run = async (command: string, env = process.env) =>
  (await promisify(execFile)('bash', ['-euc', command], { cwd: project, env })).stdout
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
    for (const version of ['hiram-0.9', 'hiram-1.0', 'hiram-2.0']) await mkdir(at(version))
    await symlink(at('hiram-0.9'), at('hiram'))
    // Those of Install and Upgrade.
    const commands = [...operating.matchAll(/`sudo (ln -sfn [^`]+)`/g)].map(([, command]) => command!)
    expect(commands).toHaveLength(2)
    for (const [i, command] of commands.entries()) {
      await run(command.replaceAll('/opt', folder))
      expect(await readlink(at('hiram'))).toBe(at(['hiram-1.0', 'hiram-2.0'][i]!))
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a restore with Docker gives .env another name of the project, each time', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-name-'))
  const file = path.join(folder, '.env')
  const [edit] = /^sed -i [\s\S]+? >> \.env$/m.exec(operating)!
  const name = async (clock: string) => {
    await run(`date() { command date --date='${clock}' "$@"; }; cd ${folder}; ${edit}`)
    return readFile(file, 'utf8')
  }
  try {
    await writeFile(file, 'COMPOSE_PROJECT_NAME=hiram\nSITE_NAME=Hiram\n')
    expect(await name('2026-11-23 15:04')).toBe(
      'SITE_NAME=Hiram\nCOMPOSE_PROJECT_NAME=hiram-2026-11-23-1504\n',
    )
    expect(await name('2026-11-23 16:30')).toBe(
      'SITE_NAME=Hiram\nCOMPOSE_PROJECT_NAME=hiram-2026-11-23-1630\n',
    )
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
    const [home] = valueOf('StateDirectory').split('/')
    expect(found(/(sudo useradd .+)/)).toMatch(new RegExp(` --home-dir /var/lib/${home} ${valueOf('User')}$`))
  }
})

test('the role and the databases of Install and Restore are enough to migrate, back up and restore', async () => {
  const server = new URL(process.env[prepared.server]!)
  const role = `hiram_own_${process.pid}`
  const named = (command: string) =>
    command
      .replace('sudo -u postgres ', '')
      .replace('--pwprompt ', '')
      .replaceAll(/\bhiram\b/g, role)
  const made = [
    found(/(sudo -u postgres createuser .+)/),
    found(/(sudo -u postgres createdb .+ hiram)$/m),
    found(/`(sudo -u postgres createdb [^`]+ hiram2)`/),
  ].map((command) => named(command).replace(/hiram2$/, `${role}_2`))
  const env = {
    PATH: process.env.PATH,
    PGHOST: server.hostname,
    PGPORT: server.port,
    PGUSER: decodeURIComponent(server.username),
    PGPASSWORD: decodeURIComponent(server.password),
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-role-'))
  const at = (name: string, database: string) => ({
    PATH: process.env.PATH,
    HOME: folder,
    DATA_DIR: path.join(folder, name),
    BASE_URL: 'https://hiram.ph',
    SESSION_SECRET: processSecret,
    SMTP_URL: 'smtp://127.0.0.1:9',
    DATABASE_URL: `postgres://${role}:its-password@${server.host}/${database}`,
  })
  const folders = process.env.PATH!.split(path.delimiter)
  const hasClient = folders.some((one) => existsSync(path.join(one, 'createdb')))
  try {
    for (const command of made)
      if (hasClient) await run(command, env as never)
      else await administer(server.href, inSql(command))
    await administer(server.href, `alter role ${role} password 'its-password'`)
    // As the user's home is there, and the folder for what is restored.
    for (const name of ['first', 'second']) await mkdir(path.join(folder, name))
    const file = path.join(folder, 'hiram.tar.gz')
    await run(`npm run db:migrate && npm run backup -- ${file}`, at('first', role) as never)
    const said = await run(`npm run restore -- ${file}`, at('second', `${role}_2`) as never)
    expect(said).toContain(found(/ends with `(Restored: [^`]+)`/))
  } finally {
    for (const database of [role, `${role}_2`])
      await administer(server.href, `drop database if exists ${database}`)
    await administer(server.href, `drop role if exists ${role}`)
    await rm(folder, { recursive: true })
  }
})

/** What `createuser` and `createdb` do, where they are not installed. */
function inSql(command: string): string {
  const name = command.split(' ').at(-1)!
  const [, owner] = /--owner=(\S+)/.exec(command) ?? []
  return owner
    ? `create database ${name} owner ${owner} template template0 encoding 'UTF8'`
    : `create role ${name} login`
}

test('the files of Install and Restore are kept from others, and go where they should', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-files-'))
  const at = (name: string) => path.join(folder, name)
  const here = (command: string) =>
    command
      .replace('sudo ', '')
      .replace('--owner=hiram', `--owner=${userInfo().username}`)
      .replaceAll(/ \/(?:etc|var\/lib\/hiram)\b/g, ` ${folder}`)
  try {
    await writeFile(at('hiram.env'), '', { mode: 0o644 })
    await run(here(found(/`(sudo chmod [^`]+)`/)))
    expect((await stat(at('hiram.env'))).mode & 0o777).toBe(0o600)
    await mkdir(at('images'))
    await run(here(found(/`(sudo mv [^`]+)`/)))
    expect(await readdir(folder)).toContain('images-before')
    const backup = found(/`sudo install [^`]*(hiram-[\d-]+\.tar\.gz)/)
    await mkdir(at('elsewhere'))
    await writeFile(at(`elsewhere/${backup}`), 'a backup', { mode: 0o644 })
    await run(`cd ${at('elsewhere')} && ${here(found(/`(sudo install [^`]+)`/))}`)
    expect((await stat(at(backup))).mode & 0o777).toBe(0o600)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('units that are named are in deploy', () => {
  const named = [...operating.matchAll(/`(?:sudo )?(?:systemctl [\w -]*?|journalctl -u )(hiram[\w.-]*)/g)]
  expect(named.length).toBeGreaterThan(8)
  const units = globSync('deploy/*.{service,timer}', { cwd: project }).map((file) => path.basename(file))
  for (const [command, unit] of named)
    expect(units, command).toContain(unit!.replace(/^[^.]+$/, '$&.service'))
})

test('the commands of Docker name services of compose.yaml and a folder that is a volume', () => {
  const block = found(/(docker compose up --build[\s\S]+?)\n```/)
  const commands = block.split(/(?=docker compose )/)
  const named = commands.flatMap((command) => [
    ...[...command.matchAll(/compose (?:exec|run --rm(?: -T)?) (\w+)/g)].map(([, name]) => name!),
    ...[...command.matchAll(/\b(\w+):\//g)].map(([, name]) => name!),
  ])
  expect(named.length).toBeGreaterThan(3)
  for (const name of named) expect(services).toContain(name)
  // A backup is readable for its owner only, and what is copied in belongs to root.
  expect(block).not.toMatch(/compose cp \S+ \w+:/)
  const [, folder] = /^ {4}volumes: \['data:(\S+)'\]$/m.exec(compose)!
  for (const [file] of block.matchAll(/(?<=[ :])\/[\w/]+/g)) expect(`${file}/`).toMatch(`${folder}/`)
})

/** The programs that `tests/process/operating.test.ts` runs, in their blocks. */
const ofBlocks = [...operating.matchAll(/^```sh run\n([\s\S]*?)^```$/gm)].flatMap(([, block]) =>
  [...block!.matchAll(/^npm run (\S+)/gm)].map(([, name]) => name!),
)

/** Where a test runs what stands in operating.md, or compares it with what it is about. */
const shown: readonly (readonly [command: RegExp, by: string])[] = [
  [/^npm ci(?: && npm run build)?$/, 'dockerfile.test.ts'],
  [new RegExp(`^npm run (?:${ofBlocks.join('|')})$`), 'operating.test.ts, as a block'],
  [/^pg_basebackup /, 'point-in-time.test.ts'],
  [/^(?:curl -f|openssl rand|create extension|alter role hiram) /, 'here, run'],
  [/^sudo ln -sfn \/opt\/hiram-[\d.]+ \/opt\/hiram$/, 'here, run'],
  [/^sudo (?:-u postgres create(?:user|db)|chmod 600|mv|install) /, 'here, run'],
  [/^sudo (?:useradd|systemd-run) /, 'here, compared with the units'],
  [/^sudo cp deploy\/hiram\.service \/etc\/systemd\/system$/, 'here, as the unit'],
  [/^(?:sudo )?systemctl [\w -]+ hiram[\w.-]*$|^journalctl -u hiram/, 'here, as the units'],
  [/^docker compose (?:up|down|exec|run|cp)\b/, 'here, compared with compose.yaml'],
  [/^sed -i '\/\^COMPOSE_PROJECT_NAME=\/d' \.env$|^echo COMPOSE_PROJECT_NAME=.+ >> \.env$/, 'here, run'],
]
/** Commands that look at the machine, and those of other products. */
const notShown = ['systemctl reload', 'ls -ld', 'dmesg', 'rclone copy', 'aws s3 sync']

test('a command of operating.md that no test knows of is found', () => {
  const names =
    'sudo npm node npx curl wget openssl create alter ln ls cp mv rm sed systemctl journalctl docker echo psql ' +
    'redis-cli promtool git apt-get rclone aws pg_basebackup pg_dump pg_restore'
  const programs = new RegExp(`^(?:${names.replaceAll(' ', '|')}) .*\\S|^dmesg$`)
  const blocks = [...operating.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].flatMap(([, block]) =>
    block!.replaceAll('\\\n', ' ').split('\n'),
  )
  const [, secret] = /Made once by: (.+)$/m.exec(operating)!
  const spans = [...operating.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/`([^`]+)`/g)]
  const commands = [secret!, ...blocks, ...spans.map(([, span]) => span!)]
    .map((each) => each.replaceAll(/\s+/g, ' ').trim())
    .filter((each) => programs.test(each))
  expect(commands.length).toBeGreaterThan(35)
  const known = (command: string) =>
    notShown.includes(command) || shown.some(([pattern]) => pattern.test(command))
  expect(commands.filter((command) => !known(command))).toEqual([])
  for (const [pattern, by] of shown)
    expect(
      commands.some((each) => pattern.test(each)),
      by,
    ).toBe(true)
})
