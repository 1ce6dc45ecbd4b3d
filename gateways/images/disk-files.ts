import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isPhotoFile } from './file-names.ts'
import { flushFolders } from './flush-folders.ts'
import type { PhotoFiles } from './port.ts'
import { unlessAbsent } from './sharp-disk.ts'

/**
 * Reads the files that `sharpDiskImages` stores under `folder`, and writes such files. A file that was written is on
 * the disk, with its folders, so that it is still there after a power cut.
 */
export function diskFiles(folder: string): Pick<PhotoFiles, 'list' | 'read' | 'write'> {
  return {
    async *list(start) {
      const names = (await readdir(join(folder, start), { recursive: true }).catch(unlessAbsent)) ?? []
      for (const name of names.filter(isPhotoFile).sort()) {
        // A file that was removed meanwhile is skipped.
        const file = await stat(join(folder, start, name)).catch(unlessAbsent)
        if (file) yield { name: start + name.replaceAll('\\', '/'), bytes: file.size }
      }
    },
    read: (name) => readFile(join(folder, name)).catch(unlessAbsent),
    async write(name, bytes) {
      const unfinished = join(folder, `${name}.${randomUUID()}`)
      const parent = dirname(unfinished)
      await mkdir(parent, { recursive: true })
      await writeFile(unfinished, bytes, { flush: true })
      await rename(unfinished, join(folder, name))
      await flushFolders([parent, dirname(parent), folder, dirname(folder)])
    },
  }
}
