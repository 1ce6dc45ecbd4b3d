import type { Server } from 'node:http'
import { join, resolve } from 'node:path'
import React from 'react'
import { connect, type Connection } from '#db/connect.ts'
import type { GuestReads } from '#db/guest-reads.ts'
import { hostsOf } from '#db/hosts.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { gemini } from '#gateways/assistant/gemini.ts'
import { inProcessEvents } from '#gateways/events/in-process.ts'
import type { EventsGateway } from '#gateways/events/port.ts'
import { postgresEvents } from '#gateways/events/postgres.ts'
import { inProcessLimits } from '#gateways/limits/in-process.ts'
import type { LimitStore } from '#gateways/limits/port.ts'
import { postgresLimits } from '#gateways/limits/postgres.ts'
import { diskFiles } from '#gateways/images/disk-files.ts'
import { type ImageGateway, ImagesAway } from '#gateways/images/port.ts'
import { sharpDiskImages } from '#gateways/images/sharp-disk.ts'
import { folderMail } from '#gateways/mail/folder.ts'
import type { MailGateway } from '#gateways/mail/port.ts'
import { smtpMail } from '#gateways/mail/smtp.ts'
import type { RunningEmulator } from '#gateways/payments/emulator.ts'
import { payMongo } from '#gateways/payments/paymongo.ts'
import { webPush } from '#gateways/push/web-push.ts'
import { sharpSharing } from '#gateways/sharing/sharp-sharing.ts'
import { createAuth } from './account/auth.ts'
import { ensureFirstAdmin } from './account/first-admin.ts'
import type { Services } from './context.ts'
import { createHttpApp, type Pages } from './http/app.ts'
import { openGuestReads } from './guest-reads.ts'
import { readHelp } from './help/queries.ts'
import { builtPages } from './http/built-pages.ts'
import { listen, type Middleware } from './http/listen.ts'
import { createPageCache } from './http/page-cache.ts'
import { commonHeaders, pagePolicy } from './http/security-headers.ts'
import { staticFiles } from './http/static-files.ts'
import { type StalePages, stalePagesOf, hintsOf, hasStalePages, noStalePages } from './stale-pages.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { createLimits } from './limits.ts'
import { createLog } from './log.ts'
import { type Moved, movePhotos } from './photo/move-photos.ts'
import { readSettings, SettingError, type Settings, startFailure } from './settings.ts'
import { openStreams } from './stream/streams.ts'

const BUILD = resolve(import.meta.dirname, '../build')

export type Wiring = {
  settings: Settings
  services: Services
  mail: MailGateway
  /** Where the emulator of payments runs; null when PayMongo is asked, or nobody. */
  emulator: RunningEmulator | null
  ping(): Promise<void>
  /** Closes what was opened; the jobs and the HTTP server are stopped first. */
  close(): Promise<void>
}

/** Opens the database, brings it to the newest migration and wires every service to its vendor. */
export async function wire(settings: Settings, clock = { now: () => new Date() }): Promise<Wiring> {
  const log = createLog(settings.logLevel)
  const connection = await connect(
    settings.databaseUrl
      ? {
          databaseUrl: settings.databaseUrl,
          poolSize: settings.databasePool,
          prepares: settings.databasePrepares,
        }
      : { dataDir: settings.dataDir },
  )
  const events = await openEvents(settings, log)
  const limits = await openLimits(settings, connection, log)
  let paying: Awaited<ReturnType<typeof openPayments>> | undefined
  let guestReads: GuestReads | undefined
  try {
    await migrateToLatest(connection.db)
    guestReads = openGuestReads(settings, connection, log)
    paying = await openPayments(settings, log, clock)
    const kept = settings.smtpUrl ? null : folderMail(join(settings.dataDir, 'mail'))
    const mail = kept ?? smtpMail(settings.smtpUrl!, settings.mailFrom)
    const services: Services = {
      db: connection.db,
      guestReads,
      auth: createAuth(connection.db, settings),
      images: await openImages(settings, log),
      sharing: sharpSharing(),
      payments: paying.payments,
      help: readHelp(settings),
      assistant: openAssistant(settings, log),
      push: settings.push && webPush(settings.push),
      limits: createLimits(settings.limits, limits),
      events,
      keptMail: kept,
      settings,
      log,
      clock,
      afterCommit: () => {},
    }
    await ensureFirstAdmin(services, settings.admin)
    const { emulator } = paying
    return {
      settings,
      services,
      mail,
      emulator,
      ping: () => connection.ping(),
      async close() {
        await mail.close()
        await emulator?.close()
        await limits.close()
        await events.close()
        await services.guestReads.close()
        await connection.close()
      },
    }
  } catch (error) {
    await paying?.emulator?.close()
    await limits.close()
    await events.close()
    await guestReads?.close()
    await connection.close()
    throw error
  }
}

/** The provider of payments as it is set: PayMongo, its emulator, or none. */
async function openPayments(settings: Settings, log: Services['log'], clock: Services['clock']) {
  const { payments, emulatePayments, mode } = settings
  if (!payments) return { payments: null, emulator: null }
  const emulator = emulatePayments ? await emulate(settings, payments, clock) : null
  if (mode === 'production' && payments.secretKey.startsWith('sk_test_'))
    log.warn({ event: 'payments-in-test-mode' }, 'payments are in test mode: no money moves')
  const ours = emulator ? { apiUrl: emulator.url, checkoutOrigin: emulator.origin } : {}
  return { payments: payMongo({ ...payments, ...ours, log }), emulator }
}

/** Starts the emulator of PayMongo, whose code is loaded only then. */
async function emulate(
  settings: Settings,
  payments: NonNullable<Settings['payments']>,
  clock: Services['clock'],
) {
  const { startPaymentEmulator } = await import('#gateways/payments/emulator.ts')
  return startPaymentEmulator({
    ...payments,
    mode: settings.mode,
    clock,
    host: settings.host,
    port: settings.paymentEmulatorPort,
    publicHost: new URL(settings.baseUrl).hostname,
    webhookUrl: `${settings.baseUrl}/api/paymongo/webhook`,
    folder: join(settings.dataDir, 'payments'),
  })
}

/**
 * How the processes of the site tell each other that something happened. One on the embedded database has nobody to
 * tell.
 */
async function openEvents(
  { databaseUrl, eventsUrl }: Settings,
  log: Services['log'],
): Promise<EventsGateway> {
  const failed = (error: unknown) => log.warn({ err: error }, 'hints between processes are interrupted')
  const url = eventsUrl ?? databaseUrl
  if (!url) return inProcessEvents()
  if (!isRedis(url)) return postgresEvents(hostsOf(url), failed)
  const { redisEvents } = await import('#gateways/events/redis.ts')
  return redisEvents(url, failed)
}

const isRedis = (url: string) => url.startsWith('redis')

/**
 * Where limits are counted: in the Redis that carries the hints, else in the PostgreSQL server, else in this process.
 */
async function openLimits(
  { eventsUrl }: Settings,
  { kind, pool }: Connection,
  log: Services['log'],
): Promise<LimitStore> {
  if (eventsUrl && isRedis(eventsUrl)) {
    const { redisLimits } = await import('#gateways/limits/redis.ts')
    return redisLimits(eventsUrl, (error) =>
      log.warn({ event: 'limits-away', err: error }, 'Redis is away: this process counts limits for itself'),
    )
  }
  return kind === 'postgres' ? postgresLimits(pool) : inProcessLimits()
}

/** Where photos are kept: in the bucket that is set, whose code is loaded only then, or on the disk. */
async function openImages(settings: Settings, log: Services['log']): Promise<ImageGateway> {
  if (!settings.images) return sharpDiskImages(photosOnDisk(settings))
  const { sharpBucketImages } = await import('#gateways/images/sharp-bucket.ts')
  const bucket = await openBucket(settings.images, log)
  void sayWhetherUsable(bucket, log)
  return sharpBucketImages(bucket)
}

const photosOnDisk = ({ dataDir }: Settings) => join(dataDir, 'images')

async function openBucket(set: NonNullable<Settings['images']>, log: Services['log']) {
  const { bucketFiles } = await import('#gateways/images/bucket-files.ts')
  return bucketFiles({ ...set, log })
}

/** Asks once, and keeps nobody waiting: a site whose photos are away still has all the rest. */
async function sayWhetherUsable(bucket: Awaited<ReturnType<typeof openBucket>>, log: Services['log']) {
  const problem = await bucket.problem().catch((error: unknown) => String(error))
  if (problem) log.error({ event: 'photo-bucket' }, `IMAGES_URL: photos can’t be kept or shown. ${problem}`)
  else log.info({ event: 'photo-bucket' }, 'photos are kept in a bucket')
}

/** The model that answers as the assistant, where there is a key and it is not switched off. */
function openAssistant({ assistant }: Settings, log: Services['log']) {
  return assistant.on && assistant.gemini ? gemini({ ...assistant.gemini, log }) : null
}

export type Running = { url: string; server: Server; stop(): Promise<void> }

/**
 * Serves the wired product. `stop` ends the streams, lets requests under way finish (10 s at most), then the job at
 * work, then closes the database. `pages` and `before` are given in development only.
 */
export async function serve(
  wiring: Wiring,
  { pages, before }: { pages?: Pages; before?: (server: Server) => Middleware } = {},
): Promise<Running> {
  const { services, settings } = wiring
  const https = settings.baseUrl.startsWith('https:')
  const pageCache = pages
    ? undefined
    : createPageCache(commonHeaders(https), (scripts) =>
        pagePolicy(scripts, https, services.payments?.checkoutOrigin),
      )
  const streams = openStreams(services)
  const app = createHttpApp({
    services,
    streams,
    pages: pages ?? (await builtPages(join(BUILD, 'server/index.js'))),
    files: pages ? null : await staticFiles(join(BUILD, 'client')),
    ping: wiring.ping,
    pageCache,
  })
  const { url, server, close } = await listen({ settings, app, pageCache, before })
  const jobs = startJobs(services, wiring.mail)
  const changed = (stale: StalePages) => {
    // First, so that whoever makes a page anew does not read it from a replica that lacks the change.
    services.guestReads.changed()
    pageCache?.markStale(stale)
  }
  services.afterCommit = (stale, effects) => {
    if (hasStalePages(stale)) {
      // In this process at once, not when the hint comes back.
      changed(stale)
      services.events.publish(hintsOf(stale))
    }
    if (effects.size > 0) jobs.wake(effects)
  }
  const stopListening = services.events.subscribe({
    hint(hint) {
      const stale = stalePagesOf(hint)
      if (stale) changed(stale)
    },
    gap: () => changed({ ...noStalePages(), all: true }),
  })
  return {
    url,
    server,
    async stop() {
      streams.close()
      stopListening()
      await close()
      await jobs.stop()
      await wiring.close()
    },
  }
}

/** Stops the server on SIGTERM and SIGINT, once, and ends the process with 0. */
export function stopOnSignals(running: Running, log: Services['log']): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      log.info({ event: 'stopping', signal }, 'stopping')
      running.stop().then(
        () => process.exit(0),
        (error) => {
          log.error({ err: error }, 'could not stop cleanly')
          process.exit(1)
        },
      )
    })
  }
}

/** Serves production until it is told to stop; says what is wrong and ends the process with 1 when it can't. */
export async function start(): Promise<void> {
  try {
    const wiring = await wire(readSettings(process.env, 'production'))
    const running = await serve(wiring)
    stopOnSignals(running, wiring.services.log)
    const react = 'captureOwnerStack' in React ? 'development' : 'production'
    wiring.services.log.info(
      { event: 'listening', url: running.url, pid: process.pid, react },
      `${wiring.settings.siteName} is listening`,
    )
  } catch (error) {
    console.error(startFailure(error))
    process.exit(1)
  }
}

/**
 * Copies the photos on the disk into the bucket that is set, and says how far it is. SIGINT and SIGTERM end it after
 * the files under way; the next run goes on from there. Ends the process with 1 unless all are there.
 */
export async function moveImages(): Promise<void> {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => (stopping = true))
  try {
    // Photos are moved without money, and the keys of a production are refused elsewhere.
    const { PAYMONGO_SECRET_KEY: _key, PAYMONGO_WEBHOOK_SECRET: _secret, ...env } = process.env
    const settings = readSettings(env, 'dev')
    if (!settings.images) throw new SettingError('IMAGES_URL is missing: the bucket to move photos to.')
    const bucket = await openBucket(settings.images, createLog('error'))
    const problem = await bucket.problem()
    if (problem) throw new SettingError(`IMAGES_URL: ${problem}`)
    const { databaseUrl, dataDir } = settings
    const connection = await connect(databaseUrl ? { databaseUrl } : { dataDir })
    try {
      const moved = await movePhotos({
        db: connection.db,
        from: diskFiles(photosOnDisk(settings)),
        to: bucket,
        say: (line) => console.log(line),
        stopped: () => stopping,
      })
      console.log(movedWords(moved))
      if (!moved.done) process.exitCode = 1
    } finally {
      await connection.close()
    }
  } catch (error) {
    console.error(
      error instanceof ImagesAway
        ? `The bucket does not answer (${error.code}). Run it again to go on.`
        : startFailure(error),
    )
    process.exit(1)
  }
}

function movedWords({ done, copied, there, ofNoPhoto }: Moved): string {
  if (!done) return 'Stopped. Run it again to go on.'
  const others = ofNoPhoto > 0 ? ` ${ofNoPhoto} files of photos that no longer exist were left out.` : ''
  const counts = `${copied} files were copied, ${there} were there.`
  return `All photos are in the bucket: ${counts}${others} The disk is as it was.`
}
