import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wire } from '#server/main.ts'
import { readSettings, type Mode } from '#server/settings.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { emulatorAt } from '#tests/support/payments.ts'

let folder: string
let database: TestDatabase
let shop: Server
let baseUrl: string
const webhooks: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hiram-payments-'))
  database = await freshDatabase()
  shop = createServer((request, response) => {
    webhooks.push(`${request.method} ${request.url}`)
    response.end('{}')
  })
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
  baseUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise((done) => shop.close(done))
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const wired = (mode: Mode, env: Record<string, string> = {}) =>
  wire(
    readSettings(
      {
        DATABASE_URL: database.url!,
        DATA_DIR: join(folder, mode),
        SESSION_SECRET: 'k3Jd83hf74hfnvkdjf8374hfjdksl39f',
        SMTP_URL: 'smtp://127.0.0.1:2525',
        BASE_URL: baseUrl,
        HOST: '127.0.0.1',
        LOG_LEVEL: 'silent',
        PAYMONGO_EMULATOR_PORT: '0',
        ...env,
      },
      mode,
    ),
  )

it('a demo has an emulator of payments, which tells the site and keeps what it knows', async () => {
  const first = await wired('demo')
  const { payments, settings } = first.services
  const answer = await payments!.openCheckout(
    {
      orderNumber: 'pm-1',
      lines: [{ name: 'Tent', centavos: 45_000, quantity: 1 }],
      channels: settings.payments!.channels,
      payer: { name: 'Ramon', email: 'ramon@hiram.test' },
      successUrl: `${baseUrl}/back`,
      cancelUrl: `${baseUrl}/cart`,
    },
    'k',
  )
  if (!answer.ok) throw new Error(answer.message)
  const { id, url } = answer.checkout
  expect(url.startsWith(`${payments!.checkoutOrigin}/`)).toBe(true)
  expect((await fetch(url)).status).toBe(200)
  const { secretKey } = settings.payments!
  await emulatorAt({ url: first.emulator!.url, secretKey })('pay', { checkoutId: id })
  while (webhooks.length === 0) await new Promise((done) => setTimeout(done, 10))
  expect(webhooks).toEqual(['POST /api/paymongo/webhook'])
  await first.close()
  await expect(fetch(url)).rejects.toThrow()

  const second = await wired('demo')
  try {
    expect(await second.services.payments!.findCheckout(id)).toMatchObject({
      checkout: { payments: [{ status: 'paid', centavos: 45_000 }] },
    })
  } finally {
    await second.close()
  }
})

it.each<[string, Record<string, string>, boolean | null]>([
  ['takes nothing online without keys', {}, null],
  ['asks PayMongo itself with live keys', { PAYMONGO_SECRET_KEY: 'sk_live_9hV2kQ7sLm3T' }, true],
  ['asks PayMongo itself with keys of its test mode', { PAYMONGO_SECRET_KEY: 'sk_test_9hV2kQ7sLm3T' }, false],
])('a production %s, and never an emulator', async (_, key, live) => {
  const secret: Record<string, string> = live === null ? {} : { PAYMONGO_WEBHOOK_SECRET: 'whsk_4rT8nBq1ZcXw' }
  const wiring = await wired('production', { ...key, ...secret })
  try {
    expect(wiring.emulator).toBeNull()
    expect(wiring.services.payments?.live ?? null).toBe(live)
    if (live !== null) expect(wiring.services.payments!.checkoutOrigin).toBe('https://*.paymongo.com')
    expect(existsSync(join(folder, 'production', 'payments'))).toBe(false)
  } finally {
    await wiring.close()
  }
})
