import { type Connection, connect } from '#db/connect.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { startBucketEmulator } from '#gateways/images/emulator.ts'
import { startHaproxy, whyNoHaproxy } from './haproxy.ts'
import { openPeople } from './people.ts'
import { keepsPreparedStatements, startPgBouncer, whyNoPgBouncer } from './pgbouncer.ts'
import { startPair } from './postgres-pair.ts'
import { startRedis, whyNoRedis } from './redis-server.ts'
import { freePort } from './running-program.ts'
import { processSecret, startServer } from './server-process.ts'
import { testServices } from './services.ts'

/** Why a site on many machines can't be tested here; null where it can. */
export const whyNoMachines = () => whyNoRedis() ?? whyNoPgBouncer() ?? whyNoHaproxy()

export type Machines = Awaited<ReturnType<typeof startMachines>>

/**
 * A site as on many machines, all on this one: HAProxy, two servers of Hiram, Redis, a bucket, a PostgreSQL primary
 * with a streaming replica, and three PgBouncers: two lead to the primary, one to the replica.
 */
export async function startMachines() {
  const undo: (() => Promise<unknown>)[] = []
  const remove = async () => {
    for (const each of undo.splice(0).toReversed()) await each()
  }
  try {
    const pair = await startPair()
    undo.push(pair.remove)
    const connection: Connection = await connect({
      databaseUrl: `postgres://${pair.login}@127.0.0.1:${pair.primary.port},127.0.0.1:${pair.standby.port}/postgres`,
    })
    undo.push(connection.close)
    await migrateToLatest(connection.db)
    const env = { SESSION_SECRET: processSecret }
    const services = await testServices(connection, { env })
    undo.push(services.close)
    const cast = await openPeople(services, 'ramon', 'olivia', 'amihan', 'katrina', 'miguel')

    const servers = (url: string) => startPgBouncer(url, { servers: 20 })
    const poolers = [
      await servers(pair.primary.url),
      await servers(pair.primary.url),
      await servers(pair.standby.url),
    ]
    for (const pooler of poolers) undo.push(pooler.remove)
    const redis = await startRedis()
    undo.push(redis.kill)
    const bucket = await startBucketEmulator()
    undo.push(bucket.close)

    const { username, pathname } = new URL(poolers[0]!.url)
    const hosts = poolers.map(({ url }) => new URL(url).host).join()
    const port = await freePort()
    const site = `http://127.0.0.1:${port}`
    const settings = {
      BASE_URL: site,
      TRUST_PROXY: '1',
      DATABASE_PREPARE: keepsPreparedStatements() ? '1' : '0',
      DATABASE_REPLICA_URL: pair.standby.url,
      EVENTS_URL: redis.url,
      IMAGES_URL: bucket.keys.url,
      IMAGES_REGION: bucket.keys.region,
      IMAGES_ACCESS_KEY_ID: bucket.keys.accessKeyId,
      IMAGES_SECRET_ACCESS_KEY: bucket.keys.secretAccessKey,
      LIMIT_MESSAGES: '100000/60',
      LIMIT_SEARCH: '100000/60',
      LIMIT_FAVORITES: '5/3600',
      LIMIT_CHECKOUTS: '100000/60',
    }
    const start = () => startServer(`postgres://${username}@${hosts}${pathname}`, settings)
    const hirams = [await start(), await start()] as const
    for (const hiram of hirams) undo.push(hiram.remove)
    const haproxy = await startHaproxy(port, hirams)
    undo.push(haproxy.remove)
    return { site, hirams, haproxy, pair, poolers, redis, bucket, services, cast, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
