import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Connection, connect } from '#db/connect.ts'
import { startSmtpEmulator } from '#gateways/mail/emulator.ts'
import { startPaymentEmulator } from '#gateways/payments/emulator.ts'
import { limitDefaults } from '#server/limits.ts'
import { startIn } from '#tests/support/postgres-pair.ts'
import { prepareFolder } from '#tests/support/postgres-server.ts'
import { startRedis } from '#tests/support/redis-server.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { openGate } from './gate.ts'

export const admin = { email: 'amihan@hiram.test', password: 'jeepney ride at dusk' }
const keys = { secretKey: 'sk_test_9hV2kQ7sLm3T', webhookSecret: 'whsk_4rT8nBq1ZcXw' }
const SMALL_DISK = '48m'

export type SiteOptions = {
  database: 'postgres' | 'embedded'
  servers?: number
  redis?: boolean
  /** Whether photos are on a disk of a few megabytes, so that it can be full. */
  smallDisk?: boolean
}
export type Site = Awaited<ReturnType<typeof startSite>>

/**
 * A production site with everything around it that can break: server processes of `npm start`, PostgreSQL (or the
 * embedded database), a mail server, the provider's emulator, Redis, and photos on a small disk of their own where
 * this process may mount one.
 */
export async function startSite({
  database,
  servers: count = 1,
  redis: withRedis = false,
  smallDisk: wantsSmallDisk = true,
}: SiteOptions) {
  const undo: (() => unknown)[] = []
  const remove = async () => {
    for (const each of undo.splice(0).toReversed()) await each()
  }
  try {
    const folder = mkdtempSync(path.join(tmpdir(), 'hiram-chaos-'))
    undo.push(() => rmSync(folder, { recursive: true, force: true }))
    const [images, clockFile] = [path.join(folder, 'images'), path.join(folder, 'clock')]
    mkdirSync(images)
    const smallDisk = wantsSmallDisk && mountSmallDisk(images)
    if (smallDisk) undo.push(() => execFileSync('umount', ['-l', images]))

    const clock = { ahead: 0, now: () => new Date(Date.now() + clock.ahead) }
    const moveClock = (ms: number) => {
      clock.ahead += ms
      writeFileSync(clockFile, String(clock.ahead))
    }
    moveClock(0)

    const smtp = await startSmtpEmulator()
    undo.push(() => smtp.close())
    const mailGate = await openGate(Number(new URL(smtp.url).port))
    undo.push(() => mailGate.set('closed'))

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

    const cluster = database === 'postgres' ? await prepareFolder() : null
    const postgres = cluster && (await startIn(cluster))
    if (cluster)
      undo.push(async () => {
        await postgres!.kill()
        rmSync(cluster.folder, { recursive: true, force: true, maxRetries: 5 })
      })
    const redis = withRedis ? await startRedis() : null
    if (redis) undo.push(() => redis.kill())

    const env = {
      DATA_DIR: folder,
      ...(postgres ? {} : { ALLOW_EMBEDDED: '1' }),
      ...(redis ? { EVENTS_URL: redis.url } : {}),
      SMTP_URL: `smtp://127.0.0.1:${mailGate.port}`,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ADMIN_TWO_FACTOR: 'optional',
      PAYMONGO_SECRET_KEY: keys.secretKey,
      PAYMONGO_WEBHOOK_SECRET: keys.webhookSecret,
      LOG_LEVEL: 'info',
      CHAOS_PROVIDER_URL: provider.url,
      CHAOS_CLOCK_FILE: clockFile,
      NODE_OPTIONS: `--import=${pathToFileURL(path.join(import.meta.dirname, 'preload.ts')).href}`,
      ...withoutLimits(),
    }
    for (let i = 0; i < count; i++) {
      const server = await startServer(postgres?.url ?? '', env)
      undo.push(() => server.remove())
      servers.push(server)
    }
    return {
      folder,
      images,
      smallDisk,
      clock,
      moveClock,
      smtp,
      mailGate,
      provider,
      postgres,
      redis,
      servers,
      /** Any of the servers, as a load balancer chooses. */
      origin: () => servers[Math.floor(Math.random() * servers.length)]!.url,
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

/** Many people here share one address, so nothing is limited. */
function withoutLimits(): Record<string, string> {
  const variable = (name: string) =>
    `LIMIT_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
  return Object.fromEntries(Object.keys(limitDefaults).map((name) => [variable(name), '1000000/60']))
}

/** Mounts a disk of a few megabytes on a folder; false where only a user with more rights may. */
function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK}`, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
