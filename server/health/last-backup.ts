import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Services } from '../context.ts'

const schema = z.object({ startedAt: z.iso.datetime(), bytes: z.number() })
/** The newest backup that was made with this `DATA_DIR`: when it began, and its size in bytes. */
export type LastBackup = z.infer<typeof schema>

/**
 * Reads what a backup notes in `DATA_DIR/last-backup.json`; null where there is no such note, or none that can be
 * read, which is logged.
 */
export async function readLastBackup(
  dataDir: string,
  log: Pick<Services['log'], 'warn'>,
): Promise<LastBackup | null> {
  try {
    return schema.parse(JSON.parse(await readFile(join(dataDir, 'last-backup.json'), 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.warn({ err: error }, 'the note of the last backup can’t be read')
    return null
  }
}
