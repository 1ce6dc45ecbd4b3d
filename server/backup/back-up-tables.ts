import { sql } from 'kysely'
import { fixTextForms, readRows, readSequences, readTables, type CopiedTable } from '#db/copy/tables.ts'
import { unfinishedMigration } from '#db/migrate.ts'
import type { Db, Tx } from '../context.ts'
import type { AddFile } from './archive.ts'
import { BackupError, type BackupManifest, HEADER, linesFile, sha256Of, tally } from './manifest.ts'

/** A file of rows is closed once it has so many bytes. */
const FILE_BYTES = 1024 * 1024

/**
 * Adds the header and all rows of all tables, as they are at one moment: one transaction reads them, which sees
 * what was committed when it began, and keeps nobody from writing. Throws a `BackupError` when the database is not
 * Hiram's, or a migration is applied in part: no version makes such a schema, so it could not be restored.
 */
export function backUpTables(db: Db, add: AddFile, now: Date): Promise<Omit<BackupManifest, 'photos'>> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return transaction.execute(async (tx) => {
    await fixTextForms(tx)
    const migrations = await appliedMigrations(tx)
    const tables = await readTables(tx)
    const names = tables.map(({ name }) => name)
    const header = {
      format: 'hiram-backup',
      version: 1,
      startedAt: now.toISOString(),
      migrations,
      tables: names,
    }
    const bytes = Buffer.from(`${JSON.stringify(header, null, 2)}\n`)
    await add(HEADER, bytes)
    const counted = []
    for (const table of tables) counted.push(await addRows(tx, table, add))
    return { header: sha256Of(bytes), tables: counted, sequences: await readSequences(tx, tables) }
  })
}

async function appliedMigrations(tx: Tx): Promise<string[]> {
  const found = await sql<{ is: boolean }>`select to_regclass('kysely_migration') is not null as is`.execute(
    tx,
  )
  if (!found.rows[0]!.is) throw new BackupError('There is nothing of Hiram in the database.')
  const unfinished = await unfinishedMigration(tx)
  if (unfinished)
    throw new BackupError(
      `The migration ${unfinished} is applied in part. Run npm run db:migrate, then make the backup.`,
    )
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(tx)
  return rows.map(({ name }) => name)
}

async function addRows(tx: Tx, table: CopiedTable, add: AddFile) {
  const counted = tally()
  let files = 0
  let lines: string[] = []
  let size = 0
  const close = async () => {
    if (lines.length === 0) return
    const file = linesFile(lines)
    counted.add(file, lines.length)
    await add(`tables/${table.name}/${String(++files).padStart(6, '0')}.jsonl`, file)
    lines = []
    size = 0
  }
  for await (const some of readRows(tx, table))
    for (const line of some) {
      lines.push(line)
      size += line.length
      if (size >= FILE_BYTES) await close()
    }
  await close()
  const { count, sha256 } = counted.end()
  return { name: table.name, rows: count, sha256 }
}
