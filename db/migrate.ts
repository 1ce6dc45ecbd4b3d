import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration, type MigrationResultSet } from 'kysely/migration'
import { connect } from './connect.ts'
import type { Database } from './schema.ts'

const LOCK_TIMEOUT_MS = 1000
const BETWEEN_TRIES_MS = 1000
const TRIES = 120
const LOCK_NOT_AVAILABLE = '55P03'

const ourMigrations = path.join(import.meta.dirname, 'migrations')

/**
 * Applies the numbered `.sql` files in `folder` that are not applied yet, in the order of their names. Returns the
 * names applied now (`['001_ground']`, empty when there was nothing to do).
 * All files of one call run in one transaction under Kysely's lock: processes that start together wait for each other,
 * and an error undoes the whole call. A migration waits at most a second for a lock on a table, since others who want
 * the table wait behind it. Then everything is undone and tried again, for some minutes. Throws an error that names
 * the file, the line and the cause.
 */
export async function migrateToLatest(db: Kysely<Database>, folder = ourMigrations): Promise<string[]> {
  for (let tried = 1; ; tried++) {
    try {
      return appliedBy(await migrator(db, folder).migrateToLatest())
    } catch (error) {
      if (!isLockTimeout(error) || tried === TRIES) throw error
      await wait(BETWEEN_TRIES_MS)
    }
  }
}

/** As `migrateToLatest`, up to the migration `last`. `db` may be a transaction, which is not committed. */
export async function migrateTo(
  db: Kysely<Database>,
  last: string,
  folder = ourMigrations,
): Promise<string[]> {
  return appliedBy(await migrator(db, folder).migrateTo(last))
}

/** The names of all migrations in the order in which they are applied: `['001_ground', …]`. */
export async function migrationNames(folder = ourMigrations): Promise<string[]> {
  return Object.keys(await migrationsIn(folder))
}

const migrator = (db: Kysely<Database>, folder: string) =>
  new Migrator({ db, provider: { getMigrations: () => migrationsIn(folder) } })

function isLockTimeout(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown }
  return code === LOCK_NOT_AVAILABLE || (cause !== undefined && isLockTimeout(cause))
}

function appliedBy({ error, results = [] }: MigrationResultSet): string[] {
  if (error) throw error
  return results.map((result) => result.migrationName)
}

async function migrationsIn(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Object.fromEntries(files.map((name) => [name.slice(0, -'.sql'.length), migration(folder, name)]))
}

function migration(folder: string, name: string): Migration {
  return {
    async up(db) {
      const text = await readFile(path.join(folder, name), 'utf8')
      // Building an index on a large table takes longer than a statement of a request may take.
      await sql`set local statement_timeout = 0`.execute(db)
      await sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`).execute(db)
      try {
        // Without parameters the driver uses the simple query protocol, which takes many statements at once.
        await sql.raw(text).execute(db)
      } catch (cause) {
        const { message, position } = cause as { message: string; position?: string }
        const line = position ? `:${text.slice(0, Number(position)).split('\n').length}` : ''
        throw new Error(`Migration ${name}${line} failed: ${message}`, { cause })
      }
    },
  }
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
