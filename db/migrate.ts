import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration, type MigrationResultSet } from 'kysely/migration'
import { connect, type Connection } from './connect.ts'
import { isSteps, runMigration } from './run-migration.ts'
import type { Database } from './schema.ts'

const BETWEEN_TRIES_MS = 1000
const TRIES = 120
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK_DETECTED = '40P01'
/** The advisory lock of the process that migrates. */
const LOCK_ID = 4_217_045

const ourMigrations = path.join(import.meta.dirname, 'migrations')

/**
 * Applies the numbered `.sql` files in `folder` that are not applied yet, in the order of their names. Returns the
 * names applied now (`['001_ground']`, empty when there was nothing to do). Processes that start together wait for
 * each other.
 *
 * Each file is a transaction of its own, so that its locks end with it; an error undoes that file. A `.steps.sql` file
 * is divided into steps (`run-migration.ts`). An empty database, which nobody uses, gets all files in one transaction.
 * A migration waits at most a second for a lock on a table, since others who want the table wait behind it. Then it is
 * undone and tried again, for some minutes. Throws an error that names the file, the line and the cause.
 *
 * What a later version has applied stays: the version before it works on its schema, also when it starts again. With
 * nothing to apply it does not wait for a process that migrates.
 */
export async function migrateToLatest(db: Kysely<Database>, folder = ourMigrations): Promise<string[]> {
  return migrate(db, await migrationsIn(folder))
}

/**
 * As `migrateToLatest`, when a process starts that has opened `connection`. On the PostgreSQL of `databaseUrl` it uses
 * a connection of its own: the others are closed when a statement takes long.
 */
export async function migrateAtStart(
  connection: Connection,
  databaseUrl: string | undefined,
  folder?: string,
): Promise<string[]> {
  if (!databaseUrl) return migrateToLatest(connection.db, folder)
  const patient = await connect({ databaseUrl, poolSize: 1, statementTimeoutMillis: 0, prepares: false })
  return migrateToLatest(patient.db, folder).finally(() => patient.close())
}

/** As `migrateToLatest`, up to the migration `last`. `db` may be a transaction, which is not committed. */
export async function migrateTo(
  db: Kysely<Database>,
  last: string,
  folder = ourMigrations,
): Promise<string[]> {
  const all = Object.entries(await migrationsIn(folder))
  const wanted = Object.fromEntries(all.filter(([name]) => name <= last))
  return db.isTransaction ? appliedBy(await migrator(db, wanted).migrateToLatest()) : migrate(db, wanted)
}

/** The migrations that a later version than this one has applied to the database, by their names. */
export async function laterMigrations(db: Kysely<Database>, folder = ourMigrations): Promise<string[]> {
  const ours = await migrationNames(folder)
  return (await appliedNames(db)).filter((name) => isLater(name, ours))
}

/**
 * The migration of which only some steps are applied, as it runs or was interrupted; null without one. `db` has
 * applied a migration.
 */
export async function unfinishedMigration(db: Kysely<Database>): Promise<string | null> {
  const { rows } = await sql<{ begun: string | null }>`
    select obj_description('kysely_migration'::regclass, 'pg_class') as begun`.execute(db)
  const { begun } = rows[0]!
  return begun === null || (await appliedNames(db)).includes(begun) ? null : begun
}

/** The names of all migrations in the order in which they are applied: `['001_ground', …]`. */
export async function migrationNames(folder = ourMigrations): Promise<string[]> {
  return Object.keys(await migrationsIn(folder))
}

type Migrations = Record<string, Migration & { isSteps: boolean }>

const migrator = (db: Kysely<Database>, migrations: Migrations) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } })

async function migrate(db: Kysely<Database>, migrations: Migrations): Promise<string[]> {
  return db.connection().execute(async (session) => {
    if (await isCurrent(session, migrations)) return []
    return alone(session, async () => {
      const applied: string[] = []
      while (!(await isCurrent(session, migrations)))
        applied.push(...(await patiently(() => applyNext(session, migrations))))
      return applied
    })
  })
}

/** Whether all of these are applied, and nothing else but what a later version has applied. */
async function isCurrent(session: Kysely<Database>, migrations: Migrations): Promise<boolean> {
  const ours = Object.keys(migrations)
  const applied = await appliedNames(session)
  return (
    ours.every((name) => applied.includes(name)) &&
    applied.every((name) => ours.includes(name) || isLater(name, ours))
  )
}

const isLater = (name: string, ours: readonly string[]) => name > (ours.at(-1) ?? '')

async function appliedNames(db: Kysely<Database>): Promise<string[]> {
  const [table] = (
    await sql<{ is: boolean }>`select to_regclass('kysely_migration') is not null as is`.execute(db)
  ).rows
  if (!table!.is) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

async function applyNext(session: Kysely<Database>, migrations: Migrations): Promise<string[]> {
  const kysely = migrator(session, migrations)
  const all = await kysely.getMigrations()
  const next = all.find(({ executedAt }) => !executedAt)
  // Without a next one a file has disappeared, which Kysely refuses.
  if (!next || all.every(({ executedAt }) => !executedAt)) return appliedBy(await kysely.migrateToLatest())
  const disableTransactions = migrations[next.name]!.isSteps
  if (disableTransactions)
    await sql.raw(`comment on table kysely_migration is '${next.name}'`).execute(session)
  return appliedBy(await kysely.migrateUp({ disableTransactions }))
}

/** Others ask again and again: a statement that waits keeps a snapshot, for whose end `concurrently` would wait. */
async function alone<T>(session: Kysely<Database>, run: () => Promise<T>): Promise<T> {
  const isFree = async () =>
    (await sql<{ is: boolean }>`select pg_try_advisory_lock(${sql.lit(LOCK_ID)}) as is`.execute(session))
      .rows[0]!.is
  while (!(await isFree())) await wait(100)
  try {
    return await run()
  } finally {
    // A lost connection has lost its lock.
    await sql`select pg_advisory_unlock(${sql.lit(LOCK_ID)})`.execute(session).catch(() => {})
  }
}

async function patiently<T>(run: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await run()
    } catch (error) {
      if (!isLockConflict(error) || tried === TRIES) throw error
      await wait(BETWEEN_TRIES_MS)
    }
  }
}

function isLockConflict(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown }
  if (code === LOCK_NOT_AVAILABLE || code === DEADLOCK_DETECTED) return true
  return cause !== undefined && isLockConflict(cause)
}

function appliedBy({ error, results = [] }: MigrationResultSet): string[] {
  if (error) throw error
  return results.map((result) => result.migrationName)
}

async function migrationsIn(folder: string): Promise<Migrations> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Object.fromEntries(
    files.map((file) => [
      file.replace(/(\.steps)?\.sql$/, ''),
      { isSteps: isSteps(file), up: (db) => runMigration(db, path.join(folder, file)) },
    ]),
  )
}

if (import.meta.main) {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = './data' } = process.env
  const connection = await connect({
    ...(databaseUrl ? { databaseUrl } : { dataDir }),
    statementTimeoutMillis: 0,
  })
  try {
    const applied = await migrateToLatest(connection.db)
    for (const name of applied) console.log(`applied ${name}`)
    if (applied.length === 0) console.log('nothing to apply')
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  } finally {
    await connection.close()
  }
}
