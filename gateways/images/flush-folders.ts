import { open } from 'node:fs/promises'

/** Writes to the disk which entries folders have: a file that was flushed is lost without its entry. */
export async function flushFolders(folders: readonly string[]): Promise<void> {
  // Windows does it by itself, and refuses to be asked.
  if (process.platform === 'win32') return
  for (const folder of folders) {
    const handle = await open(folder)
    await handle.sync().finally(() => handle.close())
  }
}
