import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Connection, connect } from '#db/connect.ts'
import { takeCopy } from '#db/embedded/copy.ts'
import { startAssistantEmulator } from '#gateways/assistant/emulator.ts'
import { startBucketEmulator } from '#gateways/images/emulator.ts'
import { startSmtpEmulator } from '#gateways/mail/emulator.ts'
import { startPaymentEmulator } from '#gateways/payments/emulator.ts'
import { startPushEmulator } from '#gateways/push/emulator.ts'
import webPush from 'web-push'
import { limitDefaults } from '#server/limits.ts'
import { startIn } from '#tests/support/postgres-pair.ts'
import { prepareFolder } from '#tests/support/postgres-server.ts'
import { startRedis } from '#tests/support/redis-server.ts'
import { mountDisk, unmountDisk } from '#tests/support/small-disk.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { openGate } from './gate.ts'

export const admin = { email: 'amihan@hiram.test', password: 'jeepney ride at dusk' }
const keys = { secretKey: 'sk_test_9hV2kQ7sLm3T', webhookSecret: 'whsk_4rT8nBq1ZcXw' }
const GEMINI_KEY = 'AIzaSyD4h8kQ2vR7tLm3nXw9ZpQb'
const GEMINI = 'https://generativelanguage.googleapis.com'
const PUSH = 'https://push.hiram.test'
const PHOTO_DISK = '48m'
/** Memory is taken only for what is written. */
const DATABASE_DISK = '2g'

export type SiteOptions = {
  database: 'postgres' | 'embedded'
  servers?: number
  redis?: boolean
  /** Whether photos are in a bucket instead of on the disk. */
  bucket?: boolean
  /** Whether photos are on a disk of a few megabytes, so that it can be full. */
  smallDisk?: boolean
  /** A folder with another version of the product, built, that the first server runs. */
  program?: string
  /** Puts a database into the folder of an embedded one. Without it the server makes one, which takes ten seconds. */
  fill?: (folder: string) => void
}
export type Site = Awaited<ReturnType<typeof startSite>>

/**
 * A production site with everything around it that can break: server processes of `npm start`, PostgreSQL (or the
 * embedded database), a mail server, the emulators of the payment provider, Gemini and a push service, Redis, and
 * photos in a bucket, or on a small disk of their own where this process may mount one.
 */
export async function startSite({
  database,
  servers: count = 1,
  redis: withRedis = false,
  bucket: withBucket = false,
  smallDisk: wantsSmallDisk = true,
  program,
  fill,
}: SiteOptions) {
  const undo: (() => unknown)[] = []
  const remove = async () => {
    for (const each of undo.splice(0).toReversed()) await each()
  }
  try {
    const folder = mkdtempSync(path.join(tmpdir(), 'hiram-chaos-'))
    undo.push(() => rmSync(folder, { recursive: true, force: true }))
    const [images, clockFile] = [path.join(folder, 'images'), path.join(folder, 'clock')]
    const mounted = (disk: string, size: string) => {
      if (!wantsSmallDisk || !mountDisk(disk, size)) return false
      undo.push(() => unmountDisk(disk))
      return true
    }
    const dataDisk = database === 'embedded' && mounted(folder, DATABASE_DISK)
    if (database === 'embedded') fill?.(folder)
    mkdirSync(images)
    const smallDisk = mounted(images, PHOTO_DISK)

    const clock = { ahead: 0, now: () => new Date(Date.now() + clock.ahead) }
    const moveClock = (ms: number) => {
      clock.ahead += ms
      writeFileSync(clockFile, String(clock.ahead))
    }
    moveClock(0)

    const gateOf = async (url: string) => {
      const gate = await openGate(Number(new URL(url).port))
      undo.push(() => gate.set('closed'))
      return gate
    }
    const smtp = await startSmtpEmulator()
    undo.push(() => smtp.close())
    const mailGate = await gateOf(smtp.url)
    const gemini = await startAssistantEmulator({ apiKey: GEMINI_KEY })
    undo.push(() => gemini.close())
    const geminiGate = await gateOf(gemini.url)
    const vapid = webPush.generateVAPIDKeys()
    const push = await startPushEmulator({
      publicKey: vapid.publicKey,
      origin: PUSH,
      now: () => clock.now().getTime(),
    })
    undo.push(() => push.close())
    const pushGate = await gateOf(push.url)
    const bucket = withBucket ? await startBucketEmulator({ now: () => clock.now().getTime() }) : null
    if (bucket) undo.push(() => bucket.close())
    const bucketGate = bucket && (await gateOf(bucket.keys.url))

    const servers: ServerProcess[] = []
    const provider = await startPaymentEmulator({
      ...keys,
      mode: 'test',
      port: 0,
      host: '127.0.0.1',
      clock,
      settleRefundsAfterMs: 300,
      webhookUrl: () => `${servers[0]!.url}/api/paymongo/webhook`,
    })
    undo.push(() => provider.close())
    const paymentGate = await gateOf(provider.url)

    const cluster = database === 'postgres' ? await prepareFolder() : null
    if (cluster) undo.push(() => rmSync(cluster.folder, { recursive: true, force: true, maxRetries: 5 }))
    const files = cluster && path.join(cluster.folder, 'data')
    const clusterDisk = files !== null && onOwnDisk(files, mounted)
    const postgres = cluster && (await startIn(cluster))
    if (postgres) undo.push(() => postgres.kill())
    const redis = withRedis ? await startRedis() : null
    if (redis) undo.push(() => redis.kill())
    const redisGate = redis && (await gateOf(redis.url))

    const env = {
      DATA_DIR: folder,
      ...(postgres ? {} : { ALLOW_EMBEDDED: '1' }),
      ...(redis && redisGate ? { EVENTS_URL: at(redisGate.port, redis.url) } : {}),
      ...(bucket && bucketGate
        ? {
            IMAGES_URL: at(bucketGate.port, bucket.keys.url),
            IMAGES_REGION: bucket.keys.region,
            IMAGES_ACCESS_KEY_ID: bucket.keys.accessKeyId,
            IMAGES_SECRET_ACCESS_KEY: bucket.keys.secretAccessKey,
          }
        : {}),
      SMTP_URL: `smtp://127.0.0.1:${mailGate.port}`,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ADMIN_TWO_FACTOR: 'optional',
      PAYMONGO_SECRET_KEY: keys.secretKey,
      PAYMONGO_WEBHOOK_SECRET: keys.webhookSecret,
      LOG_LEVEL: 'info',
      GEMINI_API_KEY: GEMINI_KEY,
      VAPID_PUBLIC_KEY: vapid.publicKey,
      VAPID_PRIVATE_KEY: vapid.privateKey,
      PUSH_HOSTS: new URL(PUSH).host,
      CHAOS_HOSTS: JSON.stringify({
        'https://api.paymongo.com': `http://127.0.0.1:${paymentGate.port}`,
        [GEMINI]: `http://127.0.0.1:${geminiGate.port}`,
        [PUSH]: `http://127.0.0.1:${pushGate.port}`,
      }),
      CHAOS_PAYMENTS: provider.url,
      CHAOS_CLOCK_FILE: clockFile,
      NODE_OPTIONS: `--import=${pathToFileURL(path.join(import.meta.dirname, 'preload.ts')).href}`,
      ...withoutLimits(),
    }
    const addServer = async (ofProgram?: string) => {
      const server = await startServer(postgres?.url ?? '', env, ofProgram)
      undo.push(() => server.remove())
      servers.push(server)
    }
    let start = 0
    for (let i = 0; i < count; i++) {
      const began = performance.now()
      await addServer(program)
      if (postgres || fill) start = Math.max(start, (performance.now() - began) / 1000)
    }
    return {
      folder,
      images,
      smallDisk,
      /** The disk of the database, if it has one of its own. */
      databaseDisk: clusterDisk ? files : dataDisk ? folder : null,
      clock,
      moveClock,
      smtp,
      mailGate,
      geminiGate,
      push,
      pushGate,
      bucket,
      bucketGate,
      redisGate,
      provider,
      paymentGate,
      postgres,
      redis,
      servers,
      /** How long the slowest server took to start, in seconds; 0 where it had to make its database. */
      start,
      /** Starts one more server, of the same version or of that in a folder; people are sent to it once it listens. */
      addServer,
      /** Any of the servers, as a load balancer chooses. */
      origin: () => servers[Math.floor(Math.random() * servers.length)]!.url,
      /** Asks the database that the servers use; an embedded one by a copy. Gives the rows. */
      ask: (query: string) => (postgres ? postgres.ask(query) : askCopy(folder, query)),
      /** Opens the database; of an embedded one the server must have stopped. */
      open: (): Promise<Connection> =>
        connect(postgres ? { databaseUrl: postgres.url, poolSize: 2 } : { dataDir: folder }),
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function askCopy(dataDir: string, query: string): Promise<Record<string, unknown>[]> {
  const copy = await takeCopy(dataDir)
  try {
    const opened = await connect({ inMemory: true, snapshot: copy.file })
    return await opened.pool
      .query(query)
      .then(({ rows }) => rows)
      .finally(() => opened.close())
  } finally {
    copy.release()
  }
}

/** An address with another port of this machine. */
const at = (port: number, url: string) =>
  Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href.replace(/\/$/, '')

/** Many people here share one address, so nothing is limited. */
function withoutLimits(): Record<string, string> {
  const variable = (name: string) =>
    `LIMIT_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
  return Object.fromEntries(Object.keys(limitDefaults).map((name) => [variable(name), '1000000/60']))
}

/** Moves a folder of files to a disk of its own at the same place; false where none can be mounted. */
function onOwnDisk(folder: string, mounted: (disk: string, size: string) => boolean): boolean {
  const files = `${folder}-files`
  const { uid, gid, mode } = statSync(folder)
  renameSync(folder, files)
  mkdirSync(folder)
  const isMounted = mounted(folder, DATABASE_DISK)
  execFileSync('cp', ['-a', `${files}/.`, folder])
  chownSync(folder, uid, gid)
  chmodSync(folder, mode)
  rmSync(files, { recursive: true })
  return isMounted
}
