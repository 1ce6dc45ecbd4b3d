import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { buildTown } from '#seeds/town.ts'
import { tellTown } from '#seeds/town/notices.ts'
import { townClock, townTill } from '#seeds/town/till.ts'
import { serve, wire } from '#server/main.ts'
import { sweepPayments } from '#server/payment/sweep-payments.ts'
import { readSettings } from '#server/settings.ts'

/*
 * The product as a process of its own, for browser tests: `node site-process.ts` serves what is in DATA_DIR and
 * writes a line `{"url": …, "emulator": …}`; with `seed` it builds the town there and ends. It ends with its parent,
 * whose pipe it reads: a line `{"later": 31}` there moves its clock so many minutes on, does what is due of payments
 * by then, and is answered.
 */
const asked = createInterface(process.stdin).on('close', () => process.exit(0))

const port = await freePort()
const town = townClock()
let ahead = 0
const clock = { ...town, now: () => new Date(town.now().getTime() + ahead) }
const wiring = await wire(
  readSettings(
    { ...process.env, HOST: '127.0.0.1', PORT: String(port), BASE_URL: `http://127.0.0.1:${port}` },
    'test',
  ),
  clock,
)
if (process.argv[2] === 'seed') {
  const till = wiring.emulator && townTill(wiring.emulator, clock)
  await tellTown(wiring.services, wiring.mail, await buildTown(wiring.services, () => {}, till))
  await wiring.close()
  process.exit(0)
}
const running = await serve(wiring)
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)))
asked.on('line', async (line) => {
  ahead += (JSON.parse(line) as { later: number }).later * 60_000
  await sweepPayments(wiring.services)
  console.log(JSON.stringify({ later: ahead }))
})
const { emulator, settings } = wiring
console.log(
  JSON.stringify({
    url: settings.baseUrl,
    emulator: emulator && { url: emulator.url, secretKey: settings.payments!.secretKey },
  }),
)

/** The settings name the address before anything listens, since links in mails are made of it. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  return port
}
