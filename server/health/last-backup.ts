import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const schema = z.object({ startedAt: z.iso.datetime(), bytes: z.number() })
/** The newest backup that was made with this `DATA_DIR`: when it began, and its size in bytes. */
export type LastBackup = z.infer<typeof schema>

/** Reads what a backup notes in `DATA_DIR/last-backup.json`; null where there is no such note. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  const text = await readFile(join(dataDir, 'last-backup.json'), 'utf8').catch(() => null)
  return text === null ? null : schema.parse(JSON.parse(text))
}
