import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type LastBackup = {
  /** When it began: it has what was committed until then. */
  startedAt: string
  file: string
  bytes: number
  rows: number
  photoFiles: number
}

/** Notes a backup that is complete in `DATA_DIR/last-backup.json`, where `server/health` reads it. */
export function noteBackup(dataDir: string, backup: LastBackup): Promise<void> {
  const text = `${JSON.stringify(backup, null, 2)}\n`
  return writeFile(join(dataDir, 'last-backup.json'), text, { mode: 0o600 })
}
