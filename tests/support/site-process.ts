import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { buildDemoData } from '#seeds/demo-data.ts'
import { sendPastEmails } from '#seeds/demo-data/past-emails.ts'
import { demoClock, demoPayments } from '#seeds/demo-data/payments.ts'
import { encodedNow } from '#seeds/demo-data/photos.ts'
import { serve, wire } from '#server/main.ts'
import { sweepPayments } from '#server/payment/sweep-payments.ts'
import { readSettings } from '#server/settings.ts'
import { sweepWaitlist } from '#server/waitlist/sweep-waitlist.ts'

/* The site as a process of its own, for browser tests: `node site-process.ts` serves the data in DATA_DIR and writes a
   line `{"url": …, "emulator": …}`; with `seed` it builds the demo data there and ends. It ends with its parent, whose
   pipe it reads: a line `{"later": 31}` moves its clock on by so many minutes, runs the jobs of payments and of the
   waiting list that are due then, and is answered. */
const asked = createInterface(process.stdin).on('close', () => process.exit(0))

const port = await freePort()
const fixture = demoClock()
let ahead = 0
const clock = { ...fixture, now: () => new Date(fixture.now().getTime() + ahead) }
const name = process.env.TEST_SITE_NAME ?? '127.0.0.1'
const wiring = await wire(
  readSettings(
    { ...process.env, HOST: '127.0.0.1', PORT: String(port), BASE_URL: `http://${name}:${port}` },
    'test',
  ),
  clock,
)
if (process.argv[2] === 'seed') {
  const { services, mail } = wiring
  const till = wiring.emulator && demoPayments(wiring.emulator, clock)
  const images = encodedNow(services.images, Number(process.env.TEST_PHOTO_WIDTH) || undefined)
  await sendPastEmails(services, mail, await buildDemoData(services, () => {}, till, images))
  await wiring.close()
  process.exit(0)
}
const running = await serve(wiring)
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)))
asked.on('line', async (line) => {
  ahead += (JSON.parse(line) as { later: number }).later * 60_000
  await sweepPayments(wiring.services)
  await sweepWaitlist(wiring.services)
  console.log(JSON.stringify({ later: ahead }))
})
const { emulator, settings } = wiring
console.log(
  JSON.stringify({
    url: settings.baseUrl,
    emulator: emulator && { url: emulator.url, secretKey: settings.payments!.secretKey },
  }),
)

/** The port is chosen before the server listens, since links in mails contain the address. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  return port
}
