import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PhotoFiles } from './port.ts'
import { unlessAbsent } from './sharp-disk.ts'

/** The files that `sharpDiskImages` keeps under `folder`, to be read. */
export function diskFiles(folder: string): Pick<PhotoFiles, 'list' | 'read'> {
  return {
    async *list(start) {
      const names = (await readdir(join(folder, start), { recursive: true }).catch(unlessAbsent)) ?? []
      for (const name of names.filter((each) => each.endsWith('.webp')).sort()) {
        // One that is removed meanwhile is not there.
        const file = await stat(join(folder, start, name)).catch(unlessAbsent)
        if (file) yield { name: start + name.replaceAll('\\', '/'), bytes: file.size }
      }
    },
    read: (name) => readFile(join(folder, name)).catch(unlessAbsent),
  }
}
