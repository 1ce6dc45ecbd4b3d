import type { Server } from 'node:http'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import React from 'react'
import { connect, type Connection } from '#db/connect.ts'
import type { GuestReads } from '#db/guest-reads.ts'
import { hostsOf } from '#db/hosts.ts'
import { laterMigrations, migrateAtStart } from '#db/migrate.ts'
import { gemini } from '#gateways/assistant/gemini.ts'
import { inProcessEvents } from '#gateways/events/in-process.ts'
import type { EventsGateway } from '#gateways/events/port.ts'
import { postgresEvents } from '#gateways/events/postgres.ts'
import { embeddedLimits } from '#gateways/limits/embedded.ts'
import type { LimitStore } from '#gateways/limits/port.ts'
import { postgresLimits } from '#gateways/limits/postgres.ts'
import { diskFiles } from '#gateways/images/disk-files.ts'
import { fileName } from '#gateways/images/file-names.ts'
import type { ImageGateway } from '#gateways/images/port.ts'
import { sharpDiskImages } from '#gateways/images/sharp-disk.ts'
import { folderMail } from '#gateways/mail/folder.ts'
import type { MailGateway } from '#gateways/mail/port.ts'
import { smtpMail } from '#gateways/mail/smtp.ts'
import type { RunningEmulator } from '#gateways/payments/emulator.ts'
import { payMongo } from '#gateways/payments/paymongo.ts'
import { webPush } from '#gateways/push/web-push.ts'
import { sharpSharing } from '#gateways/sharing/sharp-sharing.ts'
import { ensureFirstAdmin } from './account/first-admin.ts'
import type { Services } from './context.ts'
import { createAdmission } from './http/admission.ts'
import type { Pages } from './http/answer-page.ts'
import { createHttpApp } from './http/app.ts'
import { type GatewayWatch, paymentCalls, watchGateways } from './gateway-watch.ts'
import { openGuestReads } from './guest-reads.ts'
import { readHelp } from './help/queries.ts'
import { builtPages } from './http/built-pages.ts'
import { listen, type Middleware } from './http/listen.ts'
import { createPageCache } from './http/page-cache.ts'
import { commonHeaders, pagePolicy } from './http/security-headers.ts'
import { openMetricsOf, openTracesOf } from './http/open-metrics-and-traces.ts'
import { nameRoutes } from './http/route-names.ts'
import { keepAssets } from './http/kept-assets.ts'
import { staticFiles } from './http/static-files.ts'
import { watchRequests } from './http/watch-requests.ts'
import {
  type StalePages,
  stalePagesOf,
  eventNotificationsOf,
  hasStalePages,
  noStalePages,
} from './stale-pages.ts'
import { startJobs } from './job/start-jobs.ts'
import { createLimits } from './limits.ts'
import { createLog } from './log.ts'
import { scryptPasswords } from './passwords.ts'
import { readingsOf } from './readings.ts'
import { giveBackConnections, whenReplaced } from './replace-workers.ts'
import { readSettings, type Settings, startFailure } from './settings.ts'
import { createStreams } from './stream/streams.ts'

type Log = Services['log']

const BUILD = resolve(import.meta.dirname, '../build')

export type Wiring = {
  settings: Settings
  services: Services
  mail: MailGateway
  /** The running emulator of payments; null with PayMongo or without online payment. */
  emulator: RunningEmulator | null
  ping(): Promise<void>
  /** Closes everything that was opened; the jobs and the HTTP server must be stopped before. */
  close(): Promise<void>
}

/** Opens the database, applies the migrations and connects every service to its vendor. */
export async function wire(settings: Settings, clock = { now: () => new Date() }): Promise<Wiring> {
  const traces = await openTracesOf(settings)
  const log = createLog(settings.logLevel, traces?.ids)
  const watch = watchGateways(clock)
  const connection = await connect(
    settings.databaseUrl
      ? {
          databaseUrl: settings.databaseUrl,
          poolSize: settings.databasePool,
          prepares: settings.databasePrepares,
          onStatement: traces?.statement,
        }
      : { dataDir: settings.dataDir, onStatement: traces?.statement },
  )
  const events = await openEvents(settings, log)
  const limits = await openLimits(settings, connection, log, watch)
  let paying: Awaited<ReturnType<typeof openPayments>> | undefined
  let guestReads: GuestReads | undefined
  try {
    await migrateAtStart(connection, settings.databaseUrl)
    const later = await laterMigrations(connection.db)
    if (later.length > 0)
      log.warn({ event: 'later-schema', later }, 'a later version has changed the database')
    guestReads = openGuestReads(settings, connection, log, traces?.statement)
    paying = await openPayments(settings, log, clock, watch)
    const mailFolder = settings.smtpUrl ? null : folderMail(join(settings.dataDir, 'mail'))
    const mail = mailFolder ?? watch.watch('mail', smtpMail(settings.smtpUrl!, settings.mailFrom), ['send'])
    const services: Services = {
      db: connection.db,
      guestReads,
      passwords: scryptPasswords,
      images: await openImages(settings, log, watch),
      sharing: sharpSharing(),
      payments: paying.payments,
      help: readHelp(settings),
      assistant: openAssistant(settings, log, watch),
      push: settings.push && watch.watch('push', webPush(settings.push), ['send']),
      limits: createLimits(settings.limits, limits),
      events,
      keptMail: mailFolder,
      settings,
      log,
      clock,
      readings: readingsOf(connection, guestReads, watch),
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
        await traces?.close()
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

/** The configured payment provider: PayMongo, its emulator, or none. */
async function openPayments(settings: Settings, log: Log, clock: Services['clock'], watch: GatewayWatch) {
  const { payments, emulatePayments, mode } = settings
  if (!payments) return { payments: null, emulator: null }
  const emulator = emulatePayments ? await emulate(settings, payments, clock) : null
  if (mode === 'production' && payments.secretKey.startsWith('sk_test_'))
    log.warn({ event: 'payments-in-test-mode' }, 'payments are in test mode: no money moves')
  const ours = emulator ? { apiUrl: emulator.url, checkoutOrigin: emulator.origin } : {}
  const provider = payMongo({ ...payments, ...ours, log, onBreaker: watch.breaker('payments') })
  return { payments: watch.watch('payments', provider, paymentCalls), emulator }
}

/** Starts the emulator of PayMongo; its code is loaded only here. */
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

/** Event notifications between the processes of the site. With the embedded database there is only one process. */
async function openEvents({ databaseUrl, eventsUrl }: Settings, log: Log): Promise<EventsGateway> {
  const failed = (error: unknown) =>
    log.warn({ err: error }, 'event notifications between processes are interrupted')
  const url = eventsUrl ?? databaseUrl
  if (!url) return inProcessEvents()
  if (!isRedis(url)) return postgresEvents(hostsOf(url), failed)
  const { redisEvents } = await import('#gateways/events/redis.ts')
  return redisEvents(url, failed)
}

const isRedis = (url: string) => url.startsWith('redis')

/** The store of the limits: the Redis that carries the event notifications, else the database. */
async function openLimits(
  { eventsUrl }: Settings,
  { kind, pool }: Connection,
  log: Log,
  watch: GatewayWatch,
): Promise<LimitStore> {
  if (eventsUrl && isRedis(eventsUrl)) {
    const { redisLimits } = await import('#gateways/limits/redis.ts')
    const failed = (err: unknown) =>
      log.warn({ event: 'limits-away', err }, 'Redis is away: this process counts limits for itself')
    return redisLimits(eventsUrl, failed, watch.reports('limits'))
  }
  return kind === 'postgres' ? postgresLimits(pool) : embeddedLimits(pool)
}

/** The storage of photos: the configured bucket, whose code is loaded only here, or the disk. */
async function openImages(settings: Settings, log: Log, watch: GatewayWatch): Promise<ImageGateway> {
  if (!settings.images) return sharpDiskImages(imageFolder(settings), log)
  const { sharpBucketImages } = await import('#gateways/images/sharp-bucket.ts')
  const bucket = await openBucket(settings.images, log, watch)
  void sayWhetherUsable(bucket, log)
  return sharpBucketImages(watch.watch('images', bucket, ['read', 'write', 'remove']))
}

const imageFolder = ({ dataDir }: Settings) => join(dataDir, 'images')

/** The name of one file of a photo, hidden or not; null when its id or width is not possible. */
export const photoFileName = fileName

/** The files of photos on the disk. */
export const photosOnDisk = (settings: Settings) => diskFiles(imageFolder(settings))

/** The files of photos in a bucket. */
export async function openBucket(set: NonNullable<Settings['images']>, log: Log, watch?: GatewayWatch) {
  const { bucketFiles } = await import('#gateways/images/bucket-files.ts')
  return bucketFiles({ ...set, log, onBreaker: watch?.breaker('images') })
}

/**
 * Checks the bucket once and logs the result. The start does not wait for it: without photos the rest of the site
 * still works.
 */
async function sayWhetherUsable(bucket: Awaited<ReturnType<typeof openBucket>>, log: Log) {
  const problem = await bucket.problem().catch((error: unknown) => String(error))
  if (problem) log.error({ event: 'photo-bucket' }, `IMAGES_URL: photos can’t be kept or shown. ${problem}`)
  else log.info({ event: 'photo-bucket' }, 'photos are kept in a bucket')
}

/** The model that answers as the assistant, if there is a key and the assistant is on. */
function openAssistant({ assistant }: Settings, log: Log, watch: GatewayWatch) {
  if (!assistant.on || !assistant.gemini) return null
  const model = gemini({ ...assistant.gemini, log, onBreaker: watch.breaker('assistant') })
  return watch.watch('assistant', model, ['answer'])
}

export type Running = { url: string; server: Server; replaced(): void; stop(): Promise<void> }

/**
 * Serves the site. `stop` serves on for `DRAIN_SECONDS`, in which it says that it is unhealthy, unless `replaced` was
 * called before: another process then has its place, and no balancer has to leave. It then ends the streams, waits
 * for running requests, and where it was replaced for connections that clients may still use (at most 10 s), then in a
 * worker for the first process to have its connections back (at most 5 s), then for running jobs (at most 15 s), then
 * closes the database.
 * `pages` and `before` are given in development only.
 */
export async function serve(
  wiring: Wiring,
  { pages, before }: { pages?: Pages; before?: (server: Server) => Middleware } = {},
): Promise<Running> {
  const { services, settings } = wiring
  const https = settings.baseUrl.startsWith('https:')
  const streams = createStreams(services)
  const admission = createAdmission(() => services.readings.pools())
  const metrics = await openMetricsOf(services, streams, admission)
  const pageCache = pages
    ? undefined
    : createPageCache(
        commonHeaders(https),
        (scripts) => pagePolicy(scripts, https, services.payments?.checkoutOrigin),
        metrics?.pageAsked,
      )
  let [isStopping, isReplaced] = [false, false]
  const app = createHttpApp({
    admission,
    services,
    streams,
    pages: pages ?? (await builtPages()),
    files: pages ? null : await openFiles(services),
    ping: () => (isStopping && !isReplaced ? Promise.reject(new Error('stopping')) : wiring.ping()),
    pageCache,
    metrics: metrics && { metrics, token: settings.metricsToken! },
  })
  const routeOf = nameRoutes(app.routes.map(({ path }) => path))
  const { url, server, leave, close } = await listen({
    settings,
    app,
    pageCache,
    before,
    watch: (answer) => watchRequests(answer, { metrics, routeOf }),
    refused: () => metrics?.connectionRefused(),
  })
  const jobs = startJobs(services, wiring.mail)
  const changed = (stale: StalePages) => {
    // This comes first, so that a page rendered after it is not read from a replica that lacks the change.
    services.guestReads.reportChange()
    pageCache?.markStale(stale)
  }
  services.afterCommit = (stale, effects, events) => {
    metrics?.committed(events)
    if (hasStalePages(stale)) {
      // In this process at once, without waiting for its own event notification.
      changed(stale)
      services.events.publish(eventNotificationsOf(stale))
    }
    if (effects.size > 0) jobs.wake(effects)
  }
  const stopListening = services.events.subscribe({
    notify(notify) {
      const stale = stalePagesOf(notify)
      if (stale) changed(stale)
    },
    gap: () => changed({ ...noStalePages(), all: true }),
  })
  return {
    url,
    server,
    replaced: () => void (isReplaced = true),
    async stop() {
      isStopping = true
      leave()
      if (!isReplaced) await wait(settings.drainSeconds * 1000)
      streams.close()
      await close({ isReplaced })
      await giveBackConnections()
      stopListening()
      await jobs.stop()
      await wiring.close()
    },
  }
}

/** The built files, and those of other versions that served from the same `DATA_DIR`. */
async function openFiles({ settings, clock, log }: Services) {
  const [client, kept] = [join(BUILD, 'client'), join(settings.dataDir, 'assets')]
  await keepAssets(join(client, 'assets'), kept, clock.now()).catch((err: unknown) =>
    log.warn({ event: 'assets-not-kept', err }, 'the built files could not be kept for other versions'),
  )
  return staticFiles(client, kept)
}

/** On the first SIGTERM or SIGINT, stops the server and ends the process with 0. */
export function stopOnSignals(running: Running, log: Log): void {
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

/** SIGHUP would end a process without its running requests. */
function refuseToReload(log: Log): void {
  process.on('SIGHUP', () =>
    log.error({ event: 'reload-refused' }, 'one process can’t replace itself: restart it'),
  )
}

/** Logs that the site listens, from which folder of the product, and by which build of React. */
export function logStart({ settings }: Wiring, { url }: Running, log: Log): void {
  const react = 'captureOwnerStack' in React ? 'development' : 'production'
  const folder = resolve(BUILD, '..')
  log.info({ event: 'listening', url, pid: process.pid, folder, react }, `${settings.siteName} is listening`)
}

/** Serves production until it is stopped; prints the error and ends the process with 1 when it can't. */
export async function start(): Promise<void> {
  try {
    const wiring = await wire(readSettings(process.env, 'production'))
    const running = await serve(wiring)
    whenReplaced(running.replaced)
    stopOnSignals(running, wiring.services.log)
    if (wiring.settings.workers === 1) refuseToReload(wiring.services.log)
    // Whatever LOG_LEVEL says, so that a log always tells which build it is of.
    logStart(wiring, running, wiring.services.log.child({}, { level: 'info' }))
  } catch (error) {
    console.error(startFailure(error))
    process.exit(1)
  }
}
