import { LRUCache } from 'lru-cache'
import { fileName, photoFolder } from './file-names.ts'
import type { ImageGateway, PhotoFiles } from './port.ts'
import { sharpProcessing } from './sharp-processing.ts'

const KEPT_BYTES = 32 * 1024 * 1024
/** How long an opened photo stays in memory: another process may hide or remove it without telling this one. */
const KEPT_MS = 60_000

/**
 * Photos processed by sharp and stored in a bucket under the same names as on disk. Recently opened photos stay in
 * memory, up to 32 MiB and for a minute; the caller checks before who may open them.
 */
export function sharpBucketImages(files: PhotoFiles): ImageGateway {
  const opened = new LRUCache<string, Uint8Array>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (bytes) => Math.max(1, bytes.byteLength),
    ttl: KEPT_MS,
  })
  let removals = 0
  const forget = (folder: string) => {
    removals++
    for (const name of opened.keys()) if (name.startsWith(folder)) opened.delete(name)
  }
  const open = async (name: string | null) => {
    const known = name && opened.get(name)
    if (!name || known) return known || null
    const before = removals
    const bytes = await files.read(name)
    // A photo that was removed while it was read must not come back.
    if (bytes && removals === before) opened.set(name, bytes)
    return bytes
  }
  const removeFolder = async (folder: string) => {
    const names = await namesIn(files, folder)
    await Promise.all(names.map((name) => files.remove(name)))
    forget(folder)
  }
  return {
    ...sharpProcessing,
    async store(photoId, { renditions }) {
      await Promise.all(renditions.map(({ width, bytes }) => files.write(fileName(photoId, width)!, bytes)))
    },
    open: (photoId, width) => open(fileName(photoId, width)),
    openHidden: (photoId, width) => open(fileName(photoId, width, true)),
    async hide(photoId) {
      const [from, to] = [`${photoFolder(photoId)}/`, `${photoFolder(photoId, true)}/`]
      const names = await namesIn(files, from)
      await Promise.all(
        names.map(async (name) => {
          const bytes = await files.read(name)
          if (bytes) await files.write(to + name.slice(from.length), bytes)
        }),
      )
      // It copies all files before it removes any: a crash in between loses nothing.
      await Promise.all(names.map((name) => files.remove(name)))
      forget(from)
    },
    async remove(photoId) {
      await removeFolder(`${photoFolder(photoId)}/`)
      await removeFolder(`${photoFolder(photoId, true)}/`)
    },
  }
}

async function namesIn(files: PhotoFiles, folder: string): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of files.list(folder)) names.push(name)
  return names
}
