import { createInterface } from 'node:readline'
import { buildDemoData } from '#seeds/demo-data.ts'
import { sendPastEmails } from '#seeds/demo-data/past-emails.ts'
import { demoClock, demoPayments } from '#seeds/demo-data/payments.ts'
import { encodedNow } from '#seeds/demo-data/photos.ts'
import { serve, wire } from '#server/main.ts'
import { sweepPayments } from '#server/payment/sweep-payments.ts'
import { readSettings } from '#server/settings.ts'
import { sweepWaitlist } from '#server/waitlist/sweep-waitlist.ts'
import { passwords } from './passwords.ts'
import { freePort } from './running-program.ts'

/* Sites in a process of their own, one after the other, for browser tests: what takes long, loading all modules, is
   done once. `node site-process.ts` reads lines, and answers each by one:
   `{"open": {…}}` serves the site of these settings, and is answered by `{"url": …, "emulator": …}`;
   `{"later": 31}` moves its clock on by so many minutes, and runs the jobs of payments and of the waiting list;
   `{"close": true}` stops it. The process ends with its parent, whose pipe it reads.
   With `seed` it builds the demo data of the environment's settings and ends. */
type Asked = { open?: Record<string, string>; later?: number; close?: true }

if (process.argv[2] === 'seed') {
  const { wiring, clock } = await wireSite(process.env)
  const { services, mail } = wiring
  const till = wiring.emulator && demoPayments(wiring.emulator, clock)
  const images = encodedNow(services.images, Number(process.env.TEST_PHOTO_WIDTH) || undefined)
  await sendPastEmails(services, mail, await buildDemoData(services, () => {}, till, images))
  await wiring.close()
  process.exit(0)
}

let site: Awaited<ReturnType<typeof openSite>> | undefined
createInterface(process.stdin)
  .on('line', async (line) => console.log(JSON.stringify(await answer(JSON.parse(line) as Asked))))
  .on('close', () => process.exit(0))

async function answer({ open, later, close }: Asked): Promise<object> {
  if (open) site = await openSite(open)
  if (later) await site!.later(later)
  if (close) await site!.stop()
  return open ? site!.address : {}
}

async function openSite(env: Record<string, string>) {
  const { wiring, clock } = await wireSite({ ...process.env, ...env })
  const running = await serve(wiring)
  const { emulator, settings, services } = wiring
  return {
    address: {
      url: settings.baseUrl,
      emulator: emulator && { url: emulator.url, secretKey: settings.payments!.secretKey },
    },
    async later(minutes: number) {
      clock.ahead += minutes * 60_000
      await sweepPayments(services)
      await sweepWaitlist(services)
    },
    stop: () => running.stop(),
  }
}

async function wireSite(env: NodeJS.ProcessEnv) {
  // Chosen before the server listens, since links in mails contain the address.
  const port = await freePort()
  const fixture = demoClock()
  const clock = { ...fixture, ahead: 0, now: () => new Date(fixture.now().getTime() + clock.ahead) }
  const baseUrl = `http://${env.TEST_SITE_NAME ?? '127.0.0.1'}:${port}`
  const settings = readSettings({ ...env, HOST: '127.0.0.1', PORT: String(port), BASE_URL: baseUrl }, 'test')
  const wiring = await wire(settings, clock)
  wiring.services.passwords = passwords
  return { wiring, clock }
}
