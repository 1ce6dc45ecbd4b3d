import { Kysely, type KyselyConfig } from 'kysely'
import type pg from 'pg'
import { OurDialect } from './dialect.ts'
import { openEmbedded } from './embedded/open.ts'
import { naming } from './naming.ts'
import { columnParsers } from './parsers.ts'
import { prepareRepeated } from './prepared.ts'
import { openPool, logConnectionErrors } from './pool.ts'
import type { Database } from './schema.ts'

/** Hears of each statement. */
export type OnStatement = (text: string, ms: number, error?: unknown) => void

type Limits = {
  /** How long to wait for a free client before an error, in milliseconds. Default 10,000. */
  connectionTimeoutMillis?: number
  /**
   * The longest time for a statement, in milliseconds; 0 means no limit. Default 15,000; embedded 120,000, see
   * `embedded/host.ts`.
   */
  statementTimeoutMillis?: number
  /** Called after each statement with its text, without values, how many milliseconds it took, and its error. */
  onStatement?: OnStatement
  /** Whether repeated statements are prepared. Default true; a PgBouncer before 1.21 does not support it. */
  prepares?: boolean
}

/**
 * Which database: a PostgreSQL server (15 or newer) with one host or several (`hostsOf`), an embedded one stored in
 * `${dataDir}/database`, or an embedded one in memory, which is lost when its thread ends. `snapshot` is a tar file
 * made by `saveSnapshot`, from which a new embedded database starts in a third of a second; an existing one ignores
 * it.
 */
export type ConnectOptions = Limits &
  (
    | { databaseUrl: string; poolSize?: number }
    | { dataDir: string; snapshot?: string }
    | { inMemory: true; snapshot?: string }
  )

/** An open database; its users need not know which kind it is. */
export type Connection = {
  db: Kysely<Database>
  pool: pg.Pool
  kind: 'embedded' | 'postgres'
  /** Resolves when the database answers a statement, rejects when it does not. */
  ping(): Promise<void>
  /** Waits for running statements, then closes. May be called more than once. */
  close(): Promise<void>
  /** Embedded only: writes the whole database to a tar file, with what was committed by then. */
  saveSnapshot?(file: string): Promise<void>
}

/**
 * Opens the database and checks that it answers. Throws when it cannot be reached, does not open, or another process
 * uses it.
 * ### Example
 * ```ts
 * const { db, close } = await connect({ dataDir: './data' })
 * ```
 */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const connection = 'databaseUrl' in options ? overPostgres(options) : await overEmbedded(options)
  try {
    await connection.ping()
  } catch (error) {
    await connection.close()
    throw error
  }
  return connection
}

/** A change holds its locks for milliseconds, so a longer wait means that something hangs. */
const LOCK_TIMEOUT_MS = 5000
const IDLE_IN_TRANSACTION_MS = 60_000
/** How much longer than `statement_timeout` to wait for an answer: only a host that is silent takes so long. */
const SILENT_MS = 5000
/** When an idle connection is probed: a transaction may be open on it while its host has vanished. */
const PROBED_AFTER_MS = 10_000

type PostgresOptions = Extract<ConnectOptions, { databaseUrl: string }>
type EmbeddedOptions = Exclude<ConnectOptions, { databaseUrl: string }>

function overPostgres(options: PostgresOptions): Connection {
  const pool = serverPool(
    options.databaseUrl,
    { max: options.poolSize ?? 10, connectionTimeoutMillis: options.connectionTimeoutMillis ?? 10_000 },
    options.statementTimeoutMillis,
  )
  return overPool('postgres', pool, options, async () => {})
}

/**
 * A pool of connections to a PostgreSQL server. Session settings are sent only in `options`, so that one entry of
 * PgBouncer's `ignore_startup_parameters` allows them. `jit` is off because compiling short queries costs more than it
 * saves; `random_page_cost` is low because memory and today's disks read pages of an index as fast as those of a
 * table; `work_mem` lets an index name 100,000 rows one by one. A statement that waits too long for a lock, and a
 * transaction that its process forgot, end by themselves. An `options` in the address replaces all of these. A
 * connection on which a statement has no answer 5 seconds after it should have ended is closed; with a
 * `statementTimeoutMillis` of 0 it is waited for.
 */
export function serverPool(url: string, config: pg.PoolConfig, statementTimeoutMillis = 15_000): pg.Pool {
  return openPool(url, {
    application_name: 'hiram',
    options:
      '-c jit=off -c random_page_cost=1.1 -c work_mem=16MB -c TimeZone=UTC' +
      ` -c statement_timeout=${statementTimeoutMillis}` +
      ` -c lock_timeout=${LOCK_TIMEOUT_MS} -c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBED_AFTER_MS,
    ...(statementTimeoutMillis > 0 ? { query_timeout: statementTimeoutMillis + SILENT_MS } : {}),
    types: columnParsers(),
    ...config,
  })
}

async function overEmbedded(options: EmbeddedOptions): Promise<Connection> {
  const embedded = await openEmbedded({
    dataDir: 'dataDir' in options ? options.dataDir : undefined,
    snapshot: options.snapshot,
    connectionTimeoutMillis: options.connectionTimeoutMillis ?? 10_000,
    statementTimeoutMillis: options.statementTimeoutMillis ?? 120_000,
    types: columnParsers(),
  })
  const connection = overPool('embedded', embedded.pool, options, embedded.close)
  return { ...connection, saveSnapshot: embedded.saveSnapshot }
}

/** Kysely's option that calls `onStatement`; without one nothing is measured. */
export const logTo = (onStatement: OnStatement | undefined): Pick<KyselyConfig, 'log'> =>
  onStatement
    ? {
        log: ({ query, queryDurationMillis, ...event }) =>
          onStatement(query.sql, queryDurationMillis, event.level === 'error' ? event.error : undefined),
      }
    : {}

function overPool(
  kind: Connection['kind'],
  pool: pg.Pool,
  { prepares = true, onStatement }: Limits,
  afterPool: () => Promise<void>,
): Connection {
  logConnectionErrors(pool)
  if (prepares) prepareRepeated(pool)
  const db = new Kysely<Database>({
    dialect: new OurDialect({ pool }),
    plugins: [naming],
    ...logTo(onStatement),
  })
  let closing: Promise<void> | undefined
  return {
    db,
    pool,
    kind,
    async ping() {
      await pool.query('select 1')
    },
    close() {
      closing ??= (async () => {
        await db.destroy()
        if (!pool.ending) await pool.end()
        await afterPool()
      })()
      return closing
    },
  }
}
