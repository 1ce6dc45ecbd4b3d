import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import { type Connection, camelCase, serverPool } from './connect.ts'
import { surviveLosses } from './pool.ts'
import { prepareRepeated } from './prepared.ts'
import { watchReplica } from './replica-watch.ts'
import type { Database } from './schema.ts'

const MAX_LAG_MS = 5_000
const QUERY_CANCELED = '57014'

/**
 * What requests of guests read from: a replica, or the primary while the replica is down or too far behind. A
 * statement that fails at the replica is asked of the primary. Transactions always run on the primary.
 */
export type GuestReads = {
  /** For pages that are cached: nothing read here is older than a change that `changed` told of. */
  current: Kysely<Database>
  /** For anything else: a few seconds old at most. */
  recent: Kysely<Database>
  /** Tells of a change that is committed. */
  changed(): void
  close(): Promise<void>
}

/** Guests read from the primary. */
export function readPrimary({ db }: Pick<Connection, 'db'>): GuestReads {
  return { current: db, recent: db, changed() {}, async close() {} }
}

type ReplicaOptions = {
  replicaUrl: string
  poolSize?: number
  maxLagMs?: number
  /** As in `connect`. */
  prepares?: boolean
  /** Hears when the replica begins or ceases to be read from, and why. */
  noticed?(isRecent: boolean, why?: unknown): void
}

/** Guests read from a replica of `primary`, which need not be there yet. */
export function readReplica(primary: Connection, options: ReplicaOptions): GuestReads {
  const pool = serverPool(options.replicaUrl, {
    ...(options.poolSize ? { max: options.poolSize } : {}),
    connectionTimeoutMillis: 2_000,
    application_name: 'hiram-reads',
    // A host that vanished says nothing; a statement ends before by `statement_timeout`.
    query_timeout: 20_000,
  })
  surviveLosses(pool)
  if (options.prepares !== false) prepareRepeated(pool)
  const { maxLagMs = MAX_LAG_MS, noticed = () => {} } = options
  const watch = watchReplica(primary.pool, pool, { maxLagMs, noticed })
  return {
    current: readsOver(primary.db, pool, watch.isCurrent),
    recent: readsOver(primary.db, pool, watch.isRecent),
    changed: watch.changed,
    async close() {
      await watch.close()
      await pool.end()
    },
  }
}

function readsOver(primary: Kysely<Database>, replica: pg.Pool, isUsable: () => boolean): Kysely<Database> {
  const asIs = primary.withoutPlugins()
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery) {
      if (isUsable())
        try {
          const { rows } = await replica.query<R & object>(query.sql, [...query.parameters])
          return { rows }
        } catch (error) {
          // What took too long at the replica would take as long at the primary.
          if ((error as { code?: string }).code === QUERY_CANCELED) throw error
        }
      return asIs.executeQuery<R>(query as CompiledQuery<R>)
    },
    // oxlint-disable-next-line require-yield
    async *streamQuery() {
      throw new Error('reads of guests are not streamed')
    },
  }
  const onPrimary = async () => {
    throw new Error('transactions run on the primary')
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    destroy: async () => {},
    beginTransaction: onPrimary,
    commitTransaction: onPrimary,
    rollbackTransaction: onPrimary,
  }
  const reads = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [camelCase()],
  })
  return Object.assign(reads, {
    transaction: () => primary.transaction(),
    startTransaction: () => primary.startTransaction(),
  })
}
