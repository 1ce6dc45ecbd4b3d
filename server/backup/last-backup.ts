import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from './manifest.ts'

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
 * replaced at once, or stays. Throws a `BackupError` when it can’t be written.
 */
export async function noteBackup(dataDir: string, backup: LastBackup): Promise<void> {
  const file = join(dataDir, 'last-backup.json')
  const text = `${JSON.stringify(backup, null, 2)}\n`
  try {
    await writeFile(`${file}.unfinished`, text, { mode: 0o600, flush: true })
    await rename(`${file}.unfinished`, file)
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code
    throw new BackupError(`${file} can’t be written (${why}): is DATA_DIR that of the site?`, {
      cause: error,
    })
  }
}
