import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type LastBackup = {
  /** When it began: it has what was committed until then. */
  startedAt: string
  file: string
  bytes: number
  rows: number
  photoFiles: number
}

/**
 * Notes a backup that is complete in `DATA_DIR/last-backup.json`, where `server/health` reads it: the note before is
 * replaced at once, or stays.
 */
export async function noteBackup(dataDir: string, backup: LastBackup): Promise<void> {
  const file = join(dataDir, 'last-backup.json')
  const text = `${JSON.stringify(backup, null, 2)}\n`
  await writeFile(`${file}.unfinished`, text, { mode: 0o600, flush: true })
  await rename(`${file}.unfinished`, file)
}
