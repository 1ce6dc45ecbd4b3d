import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Connection } from '#db/connect.ts'
import { readPrimary } from '#db/guest-reads.ts'
import { guest, type Actor } from '#domain/actor.ts'
import { assistantEmulator, type AssistantEmulator } from '#gateways/assistant/emulator.ts'
import { gemini } from '#gateways/assistant/gemini.ts'
import { inProcessEvents } from '#gateways/events/in-process.ts'
import { sharpDiskImages } from '#gateways/images/sharp-disk.ts'
import { inProcessLimits } from '#gateways/limits/in-process.ts'
import { folderMail } from '#gateways/mail/folder.ts'
import type { KeptMail, MailGateway } from '#gateways/mail/port.ts'
import { paymentEmulator, type PaymentEmulator } from '#gateways/payments/emulator.ts'
import { payMongo } from '#gateways/payments/paymongo.ts'
import { pushEmulator, type PushEmulator } from '#gateways/push/emulator.ts'
import { webPush } from '#gateways/push/web-push.ts'
import { sharpSharing } from '#gateways/sharing/sharp-sharing.ts'
import type { Context, Services } from '#server/context.ts'
import { createLimits, limitDefaults, type LimitName } from '#server/limits.ts'
import { readingsOf } from '#server/readings.ts'
import { readSettings } from '#server/settings.ts'
import { watchGateways } from '#server/gateway-watch.ts'
import { helpOf } from './help-of.ts'
import { passwords } from './passwords.ts'

/** 10:15 on November 21 in Manila: the current time of every test that doesn't set another. */
export const TODAY = '2026-11-21'
export const NOW = new Date('2026-11-21T02:15:00Z')

export type TestClock = { now(): Date; set(to: Date | string): void }

/** The services of the product on a test's database. */
export type TestServices = Services & {
  clock: TestClock
  mail: MailGateway & KeptMail
  connection: Connection
  /** The provider behind `payments`: tests pay and set faults there, and its webhooks are collected. */
  emulator: PaymentEmulator
  /** The model behind `assistant`, which exists when `GEMINI_API_KEY` is given: tests set its faults. */
  model: AssistantEmulator
  /** The push service behind `push`, which exists when VAPID keys are given. */
  pushService: PushEmulator
  /** The errors logged since the beginning of the test: unexpected errors are here. */
  errors: string[]
  /** How many changes were committed. */
  commits: number
  /** What `close` does first. */
  onClose: (() => Promise<void>)[]
  /** Removes the folder with photos and mail. */
  close(): Promise<void>
}

export type TestOptions = {
  at?: Date | string
  /** Environment variables, as the server reads them. */
  env?: Record<string, string>
  limits?: Partial<Record<LimitName, { points: number; seconds: number }>>
}

/** For tests that do more than people may. */
export const noLimits = Object.fromEntries(
  Object.keys(limitDefaults).map((name) => [name, { points: 1e6, seconds: 1 }]),
) as NonNullable<TestOptions['limits']>

/**
 * Real services on `connection`: photos and mail in a temporary folder, limits in memory, a clock that stays at `at`
 * until it is set, and a log that collects errors.
 */
export async function testServices(connection: Connection, options: TestOptions = {}): Promise<TestServices> {
  const folder = await mkdtemp(join(tmpdir(), 'hiram-test-'))
  const secret = 'of-the-tests-0123456789-0123456789'
  const settings = readSettings(
    { DATA_DIR: folder, SESSION_SECRET: secret, LOG_LEVEL: 'silent', ...options.env },
    'test',
  )
  Object.assign(settings.limits, options.limits)
  let now = new Date(options.at ?? NOW)
  const errors: string[] = []
  const mail = folderMail(join(folder, 'mail'))
  const clock = { now: () => now, set: (to: Date | string) => void (now = new Date(to)) }
  const log = pino({ level: 'error', base: null }, { write: (line) => void errors.push(line) })
  const emulator = paymentEmulator({
    secretKey: settings.payments!.secretKey,
    webhookSecret: settings.payments!.webhookSecret,
    origin: 'http://payments.test',
    clock,
  })
  const model = assistantEmulator({
    apiKey: settings.assistant.gemini?.apiKey ?? 'none',
    models: ['gemini-flash-latest'],
  })
  const pushService = pushEmulator({
    origin: 'https://push.test',
    publicKey: settings.push?.publicKey ?? '',
  })
  const services: TestServices = {
    db: connection.db,
    guestReads: readPrimary(connection),
    connection,
    passwords: { ...passwords },
    images: sharpDiskImages(join(folder, 'images')),
    sharing: sharpSharing(),
    limits: createLimits(settings.limits, inProcessLimits()),
    keptMail: mail,
    mail,
    settings,
    log,
    emulator,
    model,
    pushService,
    push: settings.push && webPush({ ...settings.push, fetch: pushService.fetch }),
    help: helpOf(settings),
    assistant: testGemini(settings.assistant, model, log),
    payments: testPayMongo(settings.payments!, emulator, log),
    errors,
    clock,
    events: inProcessEvents(),
    commits: 0,
    readings: readingsOf(connection, readPrimary(connection), watchGateways(clock)),
    afterCommit: () => void services.commits++,
    onClose: [],
    async close() {
      for (const each of services.onClose.splice(0)) await each()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return services
}

/** PayMongo's client on an emulator without a network. It has no waits, and its breaker never opens. */
function testPayMongo(
  settings: NonNullable<Services['settings']['payments']>,
  emulator: PaymentEmulator,
  log: Services['log'],
) {
  return payMongo({
    ...settings,
    apiUrl: emulator.origin,
    checkoutOrigin: emulator.origin,
    fetch: emulator.fetch,
    log,
    retryDelayMs: 1,
    breakAfter: Number.MAX_SAFE_INTEGER,
  })
}

/** Gemini's client on an emulator without a network. It has short waits, and retries a missing model at once. */
function testGemini(
  { on, gemini: set }: Services['settings']['assistant'],
  model: AssistantEmulator,
  log: Services['log'],
) {
  if (!on || !set) return null
  return gemini({
    ...set,
    fetch: model.fetch,
    log,
    retryDelayMs: 1,
    firstWordMs: 500,
    silenceMs: 300,
    goneMs: 0,
    breakAfter: Number.MAX_SAFE_INTEGER,
  })
}

/** The context of a request by `actor`, who has just logged in, with their session, if there is one. */
export function by(
  services: TestServices,
  actor: Actor & { cookie?: string; sessionId?: string } = guest,
  ip = '203.0.113.7',
): Context {
  const headers = new Headers(actor.cookie ? { cookie: actor.cookie } : {})
  return {
    ...services,
    afterCommit: (...written) => services.afterCommit(...written),
    actor: actor.kind === 'user' ? { ...actor, provedAt: services.clock.now() } : actor,
    sessionId: actor.sessionId,
    requestId: 'test',
    ip,
    headers,
  }
}
