import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
} from 'kysely'
import type pg from 'pg'
import { type Connection, logTo, type OnStatement, serverPool } from './connect.ts'
import { naming, SnakeCaseCompiler } from './naming.ts'
import { logConnectionErrors } from './pool.ts'
import { prepareRepeated } from './prepared.ts'
import { watchReplica } from './replica-watch.ts'
import type { Database } from './schema.ts'

const MAX_LAG_MS = 5_000
const QUERY_CANCELED = '57014'

/**
 * The databases that requests of guests read from: a replica, or the primary while the replica is down or too far
 * behind. A statement that fails on the replica is repeated on the primary. Transactions always run on the primary.
 */
export type GuestReads = {
  /** For cached pages: reads here see every change that `reportChange` reported. */
  current: Kysely<Database>
  /** For everything else: at most a few seconds old. */
  recent: Kysely<Database>
  /** Reports a committed change. */
  reportChange(): void
  /** The replica's pool, and how far it is behind: `ReplicaWatch`. Null: there is none. */
  replica: { pool: pg.Pool; lagMs(): number } | null
  close(): Promise<void>
}

/** Guest reads that all use the primary. */
export function readPrimary({ db }: Pick<Connection, 'db'>): GuestReads {
  return { current: db, recent: db, reportChange() {}, replica: null, async close() {} }
}

type ReplicaOptions = {
  replicaUrl: string
  poolSize?: number
  maxLagMs?: number
  /** As in `connect`. */
  prepares?: boolean
  onStatement?: OnStatement
  /** Called when reads begin or stop using the replica, with the error if there was one. */
  onChange?(isRecent: boolean, error?: unknown): void
  /** Called when a statement failed on the replica and is repeated on the primary. */
  onFallback?(error: unknown): void
}

/** Guest reads that use a replica of `primary`; the replica may come up later. */
export function readReplica(primary: Connection, options: ReplicaOptions): GuestReads {
  const pool = serverPool(options.replicaUrl, {
    ...(options.poolSize ? { max: options.poolSize } : {}),
    connectionTimeoutMillis: 2_000,
    application_name: 'hiram-reads',
    // Longer than `statement_timeout`, which ends a slow statement first; this limit is for a host that does not
    // answer.
    query_timeout: 20_000,
  })
  logConnectionErrors(pool)
  if (options.prepares !== false) prepareRepeated(pool)
  const { maxLagMs = MAX_LAG_MS, onChange = () => {} } = options
  const watch = watchReplica(primary.pool, pool, { maxLagMs, onChange })
  return {
    current: readsFrom(pool, primary.db, watch.isCurrent, options),
    recent: readsFrom(pool, primary.db, watch.isRecent, options),
    reportChange: watch.reportChange,
    replica: { pool, lagMs: watch.lagMs },
    async close() {
      await watch.close()
      await pool.end()
    },
  }
}

/**
 * Sends queries to the replica while `isUsable`, else to the primary; queries that fail on the replica are repeated on
 * the primary.
 */
function readsFrom(
  replica: pg.Pool,
  primary: Kysely<Database>,
  isUsable: () => boolean,
  { onFallback = () => {}, onStatement }: Pick<ReplicaOptions, 'onFallback' | 'onStatement'>,
): Kysely<Database> {
  // The query builder below has applied the plugins already.
  const primaryWithoutPlugins = primary.withoutPlugins()
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery) {
      if (isUsable())
        try {
          const { rows } = await replica.query<R & object>(query.sql, [...query.parameters])
          return { rows }
        } catch (error) {
          // A query that takes too long on the replica would take as long on the primary.
          if ((error as { code?: string }).code === QUERY_CANCELED) throw error
          onFallback(error)
        }
      return primaryWithoutPlugins.executeQuery<R>(query as CompiledQuery<R>)
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
      createQueryCompiler: () => new SnakeCaseCompiler(),
    },
    plugins: [naming],
    ...logTo(onStatement),
  })
  return Object.assign(reads, {
    transaction: () => primary.transaction(),
    startTransaction: () => primary.startTransaction(),
  })
}
