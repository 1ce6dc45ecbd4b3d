import { loadUnchecked, emptySchema } from '#db/copy/load.ts'
import {
  type CopiedTable,
  fixTextForms,
  readRows,
  readTables,
  writeRows,
  writeSequences,
} from '#db/copy/tables.ts'
import { migrateTo } from '#db/migrate.ts'
import type { Tx } from '../context.ts'
import { readArchive } from './archive.ts'
import type { CheckedBackup } from './check-backup.ts'
import { BackupError, linesFile, linesIn, tableOfFile, tally } from './manifest.ts'

/**
 * Makes the schema of the backup’s migrations anew, inserts its rows, and compares all rows that are there then with
 * the manifest. Throws a `BackupError` that names a table which differs. The caller commits.
 */
export async function restoreTables(
  tx: Tx,
  file: string,
  { header, manifest }: CheckedBackup,
): Promise<void> {
  await fixTextForms(tx)
  await emptySchema(tx)
  await migrateTo(tx, header.migrations.at(-1)!)
  const tables = await readTables(tx)
  if (tables.map(({ name }) => name).join() !== header.tables.join())
    throw new BackupError('The backup has other tables than its migrations make.')
  await loadUnchecked(tx, tables, async () => {
    for await (const { name, contents } of readArchive(file)) {
      const table = tables.find((each) => each.name === tableOfFile(name))
      if (table) await writeRows(tx, table, linesIn(contents))
      else if (name.startsWith('photos/')) break
    }
  })
  await writeSequences(tx, manifest.sequences)
  for (const [i, table] of tables.entries()) {
    const { rows, sha256 } = manifest.tables[i]!
    const found = await tallyOf(tx, table)
    if (found.count !== rows || found.sha256 !== sha256)
      throw new BackupError(
        `The rows of ${table.name} did not arrive as they were: ${found.count} of ${rows}.`,
      )
  }
}

async function tallyOf(tx: Tx, table: CopiedTable) {
  const counted = tally()
  for await (const lines of readRows(tx, table)) counted.add(linesFile(lines), lines.length)
  return counted.end()
}
