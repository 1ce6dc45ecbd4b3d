import type { HeadAdmin } from '#domain/access.ts'
import type { Context } from '../context.ts'
import type { GatewayReading } from '../gateway-watch.ts'
import type { PoolReading } from '../readings.ts'
import { readVersion, type Version } from '../version.ts'
import { readSiteHealth, type SiteHealth } from './site-health.ts'

/** The health page: the state of the site, and what the process that answers knows about itself. */
export type Health = Omit<SiteHealth, 'failingSweeps'> & {
  now: Date
  databaseKind: 'embedded' | 'postgres'
  pools: PoolReading[]
  /** As in `Readings`; JSON has no infinity, so a replica that is down is `down`. */
  replicaLagMs: number | 'down' | null
  gateways: GatewayReading[]
  version: Version
  worker: number
  workers: number
}

/** Reads the health page. Rejects when the database does not answer. */
export async function readHealth(ctx: Context, _admin: HeadAdmin): Promise<Health> {
  const { readings, settings } = ctx
  const lag = readings.replicaLagMs()
  // The page of jobs shows what fails.
  const { failingSweeps: _, ...site } = await readSiteHealth(ctx)
  return {
    ...site,
    now: ctx.clock.now(),
    databaseKind: readings.databaseKind,
    pools: readings.pools(),
    replicaLagMs: lag === Infinity ? 'down' : lag,
    gateways: readings.gateways(),
    version: readVersion(settings.sourceCommit),
    worker: settings.worker,
    workers: settings.workers,
  }
}
