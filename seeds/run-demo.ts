import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { serve, stopOnSignals, wire, type Wiring } from '#server/main.ts'
import { readSettings, startFailure } from '#server/settings.ts'
import { buildTown, townPassword } from './town.ts'
import { tellTown } from './town/notices.ts'
import { townClock, townTill } from './town/till.ts'

const root = resolve(import.meta.dirname, '..')
const began = performance.now()

/** Says a step, and how long the demo has been at it. */
function say(step: string) {
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${step}`)
}

/** Builds the pages. */
function build() {
  say('building the pages')
  const bin = join(root, 'node_modules/@react-router/dev/bin.cjs')
  const done = spawnSync(process.execPath, [bin, 'build'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (done.status !== 0) {
    console.error(done.stdout, done.stderr)
    throw new Error('The pages could not be built.')
  }
}

/**
 * Seeds the town at the first start. A start that was stopped half-way left `town.unfinished` in the data folder: its
 * database and pictures are made anew, as nobody has used them yet.
 */
async function seededWiring(): Promise<Wiring> {
  const settings = readSettings({ LOG_LEVEL: 'warn', ...process.env }, 'demo')
  const unfinished = join(settings.dataDir, 'town.unfinished')
  if (!settings.databaseUrl && existsSync(unfinished)) {
    say('the last start did not finish: starting the town over')
    for (const name of ['database', 'images', 'mail', 'payments'])
      rmSync(join(settings.dataDir, name), { recursive: true, force: true })
  }
  say(
    settings.databaseUrl
      ? 'opening the database of DATABASE_URL'
      : `opening the embedded database in ${settings.dataDir}`,
  )
  const clock = townClock()
  const wiring = await wire(settings, clock)
  const someone = await wiring.services.db.selectFrom('account').select('id').limit(1).executeTakeFirst()
  if (someone) {
    say('the town is there already')
    return wiring
  }
  writeFileSync(unfinished, 'The demo is building its town.\n')
  const town = await buildTown(wiring.services, say, wiring.emulator && townTill(wiring.emulator, clock))
  say('telling people what happened')
  await tellTown(wiring.services, wiring.mail, town)
  rmSync(unfinished)
  return wiring
}

try {
  build()
  const wiring = await seededWiring()
  const running = await serve(wiring)
  stopOnSignals(running, wiring.services.log)
  say('ready')
  console.log(
    `\n  ${wiring.settings.siteName} is at ${running.url}  (mail: ${running.url}/dev/mail)\n` +
      (wiring.emulator ? `  Payments are emulated at ${wiring.emulator.origin}: no money moves\n` : '') +
      `  Log in as renter@hiram.test, owner@hiram.test or admin@hiram.test; password ${townPassword}`,
  )
} catch (error) {
  console.error(startFailure(error))
  process.exit(1)
}
