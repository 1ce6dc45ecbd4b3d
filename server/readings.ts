import type { Connection } from '#db/connect.ts'
import type { GuestReads } from '#db/guest-reads.ts'
import type { GatewayReading, GatewayWatch } from './gateway-watch.ts'

/** The connections of a pool: open ones, those of them that nobody uses, and requests that wait for one. */
export type PoolReading = {
  pool: 'primary' | 'replica'
  open: number
  idle: number
  waiting: number
  max: number
}

/** What this process knows about itself, read in memory. */
export type Readings = {
  databaseKind: Connection['kind']
  pools(): PoolReading[]
  /** How far the replica is behind, in milliseconds: infinite while it is down; null without a replica. */
  replicaLagMs(): number | null
  gateways(): GatewayReading[]
}

/** Reads the pools, the replica and the gateways of this process. */
export function readingsOf(
  connection: Pick<Connection, 'kind' | 'pool'>,
  { replica }: GuestReads,
  watch: GatewayWatch,
): Readings {
  const pools = [{ name: 'primary' as const, pool: connection.pool }]
  return {
    databaseKind: connection.kind,
    pools: () =>
      [...pools, ...(replica ? [{ name: 'replica' as const, pool: replica.pool }] : [])].map(
        ({ name, pool }) => ({
          pool: name,
          open: pool.totalCount,
          idle: pool.idleCount,
          waiting: pool.waitingCount,
          max: pool.options.max,
        }),
      ),
    replicaLagMs: () => replica?.lagMs() ?? null,
    gateways: () => watch.read(),
  }
}
