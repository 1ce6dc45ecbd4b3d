import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { logStart, serve, stopOnSignals, wire, type Wiring } from '#server/main.ts'
import { readSettings, startFailure } from '#server/settings.ts'
import { buildPages, buildWhenChanged } from './page-build.ts'
import { buildDemoData, demoPassword } from './demo-data.ts'
import { sendPastEmails } from './demo-data/past-emails.ts'
import { encodedLater, type LatePhotos } from './demo-data/photos.ts'
import { demoClock, demoPayments } from './demo-data/payments.ts'

const root = resolve(import.meta.dirname, '..')
const began = performance.now()

/** Prints a step, and the time since the start. */
function say(message: string) {
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${message}`)
}

/** Builds the pages in parallel with the other steps, unless nothing changed since the last build. */
async function build() {
  const built = await buildWhenChanged(root, () => {
    say('building the pages, as their sources are new or changed')
    return buildPages(root, { ...process.env, QUICK_BUILD: '1' })
  })
  say(built ? 'the pages are built' : 'the pages are built already')
}

/**
 * Creates the demo data at the first start. A start that was stopped half-way left `town.unfinished` in the data
 * folder: its database and pictures are then created again, as nobody has used them yet.
 */
async function seededWiring(): Promise<{ wiring: Wiring; photos: LatePhotos }> {
  const settings = readSettings({ LOG_LEVEL: 'warn', ...process.env }, 'demo')
  const unfinished = join(settings.dataDir, 'town.unfinished')
  if (!settings.databaseUrl && existsSync(unfinished)) {
    say('the last start did not finish: building the demo data again')
    for (const name of ['database', 'images', 'pictures', 'mail', 'payments'])
      rmSync(join(settings.dataDir, name), { recursive: true, force: true })
  }
  say(
    settings.databaseUrl
      ? 'opening the database of DATABASE_URL'
      : `opening the embedded database in ${settings.dataDir}`,
  )
  const clock = demoClock()
  const wiring = await wire(settings, clock)
  const photos = encodedLater(wiring.services.images, join(settings.dataDir, 'pictures'))
  wiring.services.images = photos.serving
  const someone = await wiring.services.db.selectFrom('account').select('id').limit(1).executeTakeFirst()
  if (someone) {
    say('the demo data is there already')
    return { wiring, photos }
  }
  writeFileSync(unfinished, 'The demo is building its data.\n')
  const payments = wiring.emulator && demoPayments(wiring.emulator, clock)
  const demo = await buildDemoData(wiring.services, say, payments, photos.building)
  say('telling people what happened')
  await sendPastEmails(wiring.services, wiring.mail, demo)
  rmSync(unfinished)
  return { wiring, photos }
}

try {
  const [{ wiring, photos }] = await Promise.all([seededWiring(), build()])
  const running = await serve(wiring)
  stopOnSignals(running, wiring.services.log)
  logStart(wiring, running, wiring.services.log)
  say('ready; photos are encoded when they are first looked at, the others meanwhile')
  console.log(
    `\n  ${wiring.settings.siteName} is at ${running.url}  (mail: ${running.url}/dev/mail)\n` +
      (wiring.emulator ? `  Payments are emulated at ${wiring.emulator.origin}: no money moves\n` : '') +
      `  Log in as renter@hiram.test, owner@hiram.test or admin@hiram.test; password ${demoPassword}`,
  )
  photos.encodeAll().then(
    (encoded) => encoded > 0 && say(`the last ${encoded} photos are encoded`),
    (error) => wiring.services.log.error({ err: error }, 'photos of the demo could not be encoded'),
  )
} catch (error) {
  console.error(startFailure(error))
  process.exit(1)
}
