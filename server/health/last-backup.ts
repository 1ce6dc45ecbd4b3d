import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Services } from '../context.ts'

const schema = z.object({ startedAt: z.iso.datetime(), bytes: z.number() })
/** The newest backup that was made with this `DATA_DIR`: when it began, and its size in bytes. */
export type LastBackup = z.infer<typeof schema>

/** What a note that can’t be read contained, by its file; null when the file itself could not be read. */
const unreadable = new Map<string, string | null>()

/**
 * Reads what a backup notes in `DATA_DIR/last-backup.json`; null where there is no such note. `unreadable`: it can’t
 * be read, which is logged, and again only after the note has changed.
 */
export async function readLastBackup(
  dataDir: string,
  log: Pick<Services['log'], 'warn'>,
): Promise<LastBackup | 'unreadable' | null> {
  const file = join(dataDir, 'last-backup.json')
  let text: string | null = null
  try {
    text = await readFile(file, 'utf8')
    const note = schema.parse(JSON.parse(text))
    unreadable.delete(file)
    return note
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'ENOENT') {
      unreadable.delete(file)
      return null
    }
    if (!unreadable.has(file) || unreadable.get(file) !== text) {
      unreadable.set(file, text)
      log.warn({ err }, 'the note of the last backup can’t be read')
    }
    return 'unreadable'
  }
}
