import { sql } from 'kysely'
import { migrateToLatest, migrationNames } from '#db/migrate.ts'
import type { PhotoFiles } from '#gateways/images/port.ts'
import type { Db, Tx } from '../context.ts'
import { checkBackup, type CheckedBackup } from './check-backup.ts'
import { BackupError } from './manifest.ts'
import { restorePhotos } from './restore-photos.ts'
import { restoreTables } from './restore-tables.ts'

export type Restore = {
  db: Db
  photos: Pick<PhotoFiles, 'read' | 'write'>
  file: string
  /** Called with each thing that is done, in a sentence. */
  say: (line: string) => void
}

/**
 * Puts a backup into a database without people and a storage of photos. First the whole file is checked; then one
 * transaction makes the schema anew, inserts the rows, compares them, and writes and compares the photos, so that a
 * restore that is cut off leaves the database as it was and can be run again. In the end it applies newer
 * migrations.
 *
 * Throws a `BackupError` when the file is not whole, is of a newer version, or does not arrive as it was; when the
 * database has people, or tables that are not Hiram’s; and when a site is connected to it.
 */
export async function restoreBackup({ db, photos, file, say }: Restore): Promise<CheckedBackup> {
  const backup = await checkBackup(file)
  const { header, manifest } = backup
  const known = await migrationNames()
  const unknown = header.migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new BackupError(
      `The backup is of another version of Hiram: it has the migrations ${unknown.join(', ')}.`,
    )
  say(`The file is whole: a backup of ${header.startedAt}, at migration ${header.migrations.at(-1)}.`)
  const restored = await db.transaction().execute(async (tx) => {
    await refuseUnlessFree(tx)
    await restoreTables(tx, file, backup)
    for (const { name, rows } of manifest.tables) say(`${name}: ${rows} rows, the same as in the backup`)
    return restorePhotos(tx, file, photos)
  })
  const others =
    restored.leftOut > 0 ? `; ${restored.leftOut} of photos that the rows do not name were left out` : ''
  say(`photos: ${restored.files} files, the same as in the backup${others}`)
  for (const name of await migrateToLatest(db)) say(`applied ${name}`)
  await sql`analyze`.execute(db)
  return backup
}

async function refuseUnlessFree(tx: Tx): Promise<void> {
  await refuseSite(tx)
  const { rows } = await sql<{ tables: number; hasAccounts: boolean; isOurs: boolean }>`
    select count(*)::int as tables, to_regclass('account') is not null as "hasAccounts",
      to_regclass('kysely_migration') is not null as "isOurs"
    from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v', 'm', 'p')`.execute(
    tx,
  )
  const { tables, hasAccounts, isOurs } = rows[0]!
  if (tables > 0 && !isOurs) throw new BackupError('The database has tables that are not Hiram’s.')
  if (!hasAccounts) return
  const people = await sql<{ is: boolean }>`select exists (select from account) as is`.execute(tx)
  if (people.rows[0]!.is) throw new BackupError('The database has people already. Restore into an empty one.')
}

/** A site that starts during a restore waits for its end, as it applies migrations first. */
async function refuseSite(tx: Tx): Promise<void> {
  const { rows } = await sql<{ connections: number }>`
    select count(*)::int as connections from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'hiram%'`.execute(
    tx,
  )
  const { connections } = rows[0]!
  if (connections > 0)
    throw new BackupError(`A site is running on the database (${connections} connections). Stop it first.`)
}
