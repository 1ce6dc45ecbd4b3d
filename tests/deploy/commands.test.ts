import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrateToLatest } from '#db/migrate.ts'
import { readSettings } from '#server/settings.ts'
import { administer, emptyDatabase, freshDatabase, prepared } from '#tests/support/database.ts'
import { findProgram } from '#tests/support/programs.ts'
import { processSecret, startServer } from '#tests/support/server-process.ts'

/* The commands of operating.md outside of its blocks that are run (`tests/process/operating.test.ts`): they are run
   here as they stand there, or, where they need Docker or a running systemd, compared with the files that they are
   about. */
const project = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(project, file), 'utf8')
const operating = read('docs/operating.md')
const compose = read('compose.yaml')
const run = async (command: string, env = process.env) =>
  (await promisify(execFile)('bash', ['-euc', command], { cwd: project, env })).stdout

/** What stands in operating.md as a command: the lines of blocks, and words that begin with a program's name. */
const commands = (() => {
  const names =
    'sudo npm node npx curl wget openssl create alter ln ls cp mv rm sed systemctl journalctl docker echo psql ' +
    'redis-cli promtool git apt-get rclone aws pg_basebackup pg_dump pg_restore'
  const programs = new RegExp(`^(?:${names.replaceAll(' ', '|')}) .*\\S|^dmesg$`)
  const blocks = [...operating.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].flatMap(([, block]) =>
    block!.replaceAll('\\\n', ' ').split('\n'),
  )
  const [, secret] = /Made once by: (.+)$/m.exec(operating)!
  const spans = [...operating.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/`([^`]+)`/g)]
  const all = [secret!, ...blocks, ...spans.map(([, span]) => span!)].map((each) =>
    each.replaceAll(/\s+/g, ' ').trim(),
  )
  return [...new Set(all)].filter((each) => programs.test(each))
})()
const tried = new Set<string>()
/** All commands of a form, each of which a test below tries, where its program is there. */
const every = (form: RegExp) => {
  const those = commands.filter((each) => form.test(each))
  for (const each of those) tried.add(each)
  return those
}
/** The one command of a form. */
const only = (form: RegExp) => {
  const [command, ...others] = every(form)
  if (!command || others.length > 0) throw new Error(`operating.md has not one command like ${form.source}`)
  return command
}

const makesSecret = only(/^openssl /)
const asks = only(/^curl /)
const links = every(/^sudo ln /)
const rename = [only(/^sed .*COMPOSE_PROJECT_NAME/), only(/^echo COMPOSE_PROJECT_NAME/)].join('\n')
const makesExtension = only(/^create extension /)
const setsRole = only(/^alter role /)
const asService = only(/^sudo systemd-run /)
const makesUser = only(/^sudo useradd /)
const makesRole = only(/^sudo -u postgres createuser /)
const makesDatabases = [
  only(/^sudo -u postgres createdb .* hiram$/),
  only(/^sudo -u postgres createdb .* hiram2$/),
]
const closesSettings = only(/^sudo chmod /)
const setsPhotosAside = only(/^sudo mv /)
const takesBackup = only(/^sudo install /)
const copiesUnit = only(/^sudo cp /)
const enables = every(/^sudo systemctl enable --now [\w.-]+$/)
const logs = every(/^journalctl /)
const ofUnits = [
  ...enables,
  ...logs,
  ...every(/^(?:sudo )?systemctl (?:start|stop|restart|reload|status) hiram/),
]
const ofDocker = every(/^docker compose (?:up|down|exec|run|cp) \S|^docker compose down$/)

test('openssl makes a secret that the site takes', async () => {
  const secret = (await run(makesSecret)).trim()
  expect(compose).toContain(`SESSION_SECRET=$(${makesSecret})`)
  expect(readSettings({ SESSION_SECRET: secret }, 'test').sessionSecret).toBe(secret)
})

test('ln points the link to the folder of the new version', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-link-'))
  try {
    const at = (name: string) => path.join(folder, name)
    for (const version of ['hiram-0.9', 'hiram-1.0', 'hiram-2.0']) await mkdir(at(version))
    await symlink(at('hiram-0.9'), at('hiram'))
    // Those of Install and Upgrade.
    expect(links).toHaveLength(2)
    for (const [i, command] of links.entries()) {
      await run(command.replace('sudo ', '').replaceAll('/opt', folder))
      expect(await readlink(at('hiram'))).toBe(at(['hiram-1.0', 'hiram-2.0'][i]!))
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a restore with Docker gives .env another name of the project, each time', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hiram-name-'))
  const file = path.join(folder, '.env')
  const name = async (clock: string) => {
    await run(`date() { command date --date='${clock}' "$@"; }; cd ${folder}; ${rename}`)
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
  const [, said] = /` answers `([^`]+)`/.exec(operating)!
  const { port } = readSettings({ SESSION_SECRET: processSecret }, 'test')
  expect(asks).toContain(`http://127.0.0.1:${port}/`)
  const database = await freshDatabase({ kind: 'postgres' })
  const site = await startServer(database.url!)
  const ask = () => run(asks.replace(`http://127.0.0.1:${port}`, site.url))
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
  const database = await emptyDatabase({ kind: 'postgres' })
  try {
    for (const name of extensions) await database.connection.pool.query(makesExtension.replace(/\w+$/, name))
    await migrateToLatest(database.connection.db)
  } finally {
    await database.drop()
  }
})

test('behind PgBouncer the role gets the session settings that connections have otherwise', async () => {
  const [said] = /`alter role hiram set [\s\S]+?\.\n/.exec(operating)!
  expect(said).toContain(setsRole)
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
  for (const unit of ['deploy/hiram.service', 'deploy/hiram-backup.service']) {
    const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(read(unit))![1]!
    expect(asService).toContain(`--uid=${valueOf('User')} `)
    expect(asService).toContain(`--working-directory=${valueOf('WorkingDirectory')} `)
    expect(asService).toContain(`--property=EnvironmentFile=${valueOf('EnvironmentFile')} `)
    const [home] = valueOf('StateDirectory').split('/')
    expect(makesUser).toMatch(new RegExp(` --home-dir /var/lib/${home} ${valueOf('User')}$`))
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
  const made = [makesRole, ...makesDatabases].map((command) => named(command).replace(/hiram2$/, `${role}_2`))
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
    expect(said).toContain(/ends with `(Restored: [^`]+)`/.exec(operating)![1])
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
    await run(here(closesSettings))
    expect((await stat(at('hiram.env'))).mode & 0o777).toBe(0o600)
    await mkdir(at('images'))
    await run(here(setsPhotosAside))
    expect(await readdir(folder)).toContain('images-before')
    const [backup] = /hiram-[\d-]+\.tar\.gz/.exec(takesBackup)!
    await mkdir(at('elsewhere'))
    await writeFile(at(`elsewhere/${backup}`), 'a backup', { mode: 0o644 })
    await run(`cd ${at('elsewhere')} && ${here(takesBackup)}`)
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
  for (const command of ofUnits) {
    const unit = /\bhiram[\w.-]*/.exec(command)?.[0]
    expect(units, command).toContain(unit?.replace(/^[^.]+$/, '$&.service'))
  }
})

const systemctl = findProgram('systemctl')
if (!systemctl) console.log('The commands of systemd are not tried: there is no systemctl here.')
test.skipIf(!systemctl)(
  'units are copied and enabled, and their logs asked for, where no systemd runs',
  async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'hiram-units-'))
    const units = path.join(root, 'etc/systemd/system')
    try {
      await mkdir(units, { recursive: true })
      await run(copiesUnit.replace('sudo ', '').replace('/etc', `${root}/etc`))
      for (const name of ['hiram-backup.service', 'hiram-backup.timer'])
        await copyFile(path.join(project, 'deploy', name), path.join(units, name))
      expect(enables).toHaveLength(2)
      for (const command of enables)
        await run(command.replace('sudo systemctl', `${systemctl} --root=${root}`).replace(' --now', ''))
      expect(await readdir(path.join(units, 'multi-user.target.wants'))).toEqual(['hiram.service'])
      expect(await readdir(path.join(units, 'timers.target.wants'))).toEqual(['hiram-backup.timer'])
      // Without entries; a wrong option would be an error.
      for (const command of logs) await run(command.replace('journalctl', `journalctl --directory=${root}`))
    } finally {
      await rm(root, { recursive: true })
    }
  },
)

const useradd = process.getuid?.() === 0 ? findProgram('useradd') : null
if (!useradd) console.log('The user of Install is not made: that needs root and useradd.')
test.skipIf(!useradd)('the user of Install is made, with its home', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'hiram-user-'))
  try {
    await mkdir(path.join(root, 'etc'))
    await mkdir(path.join(root, 'var/lib'), { recursive: true })
    for (const name of ['passwd', 'group', 'shadow', 'gshadow'])
      await writeFile(path.join(root, 'etc', name), '')
    await run(makesUser.replace('sudo useradd', `${useradd} --prefix ${root}`))
    const [, uid] = /^hiram:x:(\d+):\d+::\/var\/lib\/hiram:/.exec(
      await readFile(`${root}/etc/passwd`, 'utf8'),
    )!
    expect((await stat(path.join(root, 'var/lib/hiram'))).uid).toBe(Number(uid))
  } finally {
    await rm(root, { recursive: true })
  }
})

test('the commands of Docker name services of compose.yaml and a folder that is a volume', () => {
  const services = [...compose.matchAll(/^ {2}(\w+):\n {4}logging:/gm)].map(([, name]) => name!)
  const named = ofDocker.flatMap((command) => [
    ...[...command.matchAll(/compose (?:exec|run --rm(?: -T)?) (\w+)/g)].map(([, name]) => name!),
    ...[...command.matchAll(/\b(\w+):\//g)].map(([, name]) => name!),
  ])
  expect(named.length).toBeGreaterThan(3)
  for (const name of named) expect(services).toContain(name)
  const block = ofDocker.join('\n')
  // A backup is readable for its owner only, and what is copied in belongs to root.
  expect(block).not.toMatch(/compose cp \S+ \w+:/)
  const [, folder] = /^ {4}volumes: \['data:(\S+)'\]$/m.exec(compose)!
  for (const [file] of block.matchAll(/(?<=[ :])\/[\w/]+/g)) expect(`${file}/`).toMatch(`${folder}/`)
})

test('a command of operating.md that no test knows of is found', () => {
  // The commands of its blocks that are run: `tests/process/operating.test.ts`.
  const ofBlocks = [...operating.matchAll(/^```sh run\n([\s\S]*?)^```$/gm)].flatMap(([, block]) =>
    [...block!.matchAll(/^npm run \S+/gm)].map(([command]) => command),
  )
  const elsewhere = [
    ...ofBlocks,
    // `dockerfile.test.ts`
    ...['npm ci', 'npm ci && npm run build'],
    // `tests/process/point-in-time.test.ts`
    only(/^pg_basebackup /),
  ]
  /** Words of sentences that name a command, and what looks at the machine. */
  const notTried = ['docker compose cp', 'systemctl reload', 'ls -ld', 'dmesg']
  expect(commands.length).toBeGreaterThan(35)
  const known = new Set([...tried, ...elsewhere, ...notTried])
  expect(commands.filter((command) => !known.has(command))).toEqual([])
  for (const command of [...elsewhere, ...notTried])
    expect(operating.replaceAll(/\s+/g, ' ')).toContain(command)
})
