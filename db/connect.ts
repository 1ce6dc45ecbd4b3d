import { CamelCasePlugin, Kysely } from 'kysely'
import type pg from 'pg'
import { ReasonKeepingDialect } from './dialect.ts'
import { openEmbedded } from './embedded/open.ts'
import { columnParsers } from './parsers.ts'
import { prepareRepeated } from './prepared.ts'
import { openPool, surviveLosses } from './pool.ts'
import type { Database } from './schema.ts'

type Limits = {
  /** How long to wait for a free client before an error. Default 10,000. */
  connectionTimeoutMillis?: number
  /** How long a statement may run; 0 means no limit. Default 15,000; embedded 120,000, see `embedded/host.ts`. */
  statementTimeoutMillis?: number
  /** Whether statements that come again are prepared. Default true; a PgBouncer before 1.21 can't have it. */
  prepares?: boolean
}

/**
 * Which database: a PostgreSQL server (15 or newer) of one host or several (`hostsOf`), an embedded one kept in
 * `${dataDir}/database`, or an embedded one in memory, which is gone when its thread dies. `snapshot` is a tar file
 * made by `saveSnapshot`, from which a new embedded database starts in a third of a second; an existing one ignores
 * it.
 */
export type ConnectOptions = Limits &
  (
    | { databaseUrl: string; poolSize?: number }
    | { dataDir: string; snapshot?: string }
    | { inMemory: true; snapshot?: string }
  )

/** An open database, the same to its users whichever it is. */
export type Connection = {
  db: Kysely<Database>
  pool: pg.Pool
  kind: 'embedded' | 'postgres'
  /** Resolves when the database answers a statement, rejects when it does not. */
  ping(): Promise<void>
  /** Waits for what is running, then closes. May be called more than once. */
  close(): Promise<void>
  /** Embedded only: writes the whole database to a tar file while nothing uses it. */
  saveSnapshot?(file: string): Promise<void>
}

/**
 * Opens the database and proves that it answers. Throws when it cannot be reached, does not open, or is in use by
 * another process.
 *
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
 * A pool of connections to a PostgreSQL server. Session settings travel in `options` alone, so that one entry of
 * PgBouncer's `ignore_startup_parameters` lets them pass. Compiling short queries (`jit`) costs more than it saves,
 * and pages of an index are read as fast as those of a table (`random_page_cost`) from memory and today's disks;
 * `work_mem` lets an index name 100,000 rows one by one. An `options` in the address replaces them.
 */
export function serverPool(url: string, config: pg.PoolConfig, statementTimeoutMillis = 15_000): pg.Pool {
  return openPool(url, {
    application_name: 'hiram',
    options:
      '-c jit=off -c random_page_cost=1.1 -c work_mem=16MB -c TimeZone=UTC' +
      ` -c statement_timeout=${statementTimeoutMillis}`,
    keepAlive: true,
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

/** Columns are `snake_case` in the database and `camelCase` in code; keys inside JSON stay as they are. */
export const camelCase = () => new CamelCasePlugin({ maintainNestedObjectKeys: true })

function overPool(
  kind: Connection['kind'],
  pool: pg.Pool,
  { prepares = true }: Limits,
  afterPool: () => Promise<void>,
): Connection {
  surviveLosses(pool)
  if (prepares) prepareRepeated(pool)
  const db = new Kysely<Database>({
    dialect: new ReasonKeepingDialect({ pool }),
    plugins: [camelCase()],
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
