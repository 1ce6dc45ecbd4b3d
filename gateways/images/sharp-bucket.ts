import { LRUCache } from 'lru-cache'
import type { PhotoFormat } from '#domain/photo/format.ts'
import { allEnded } from './all-ended.ts'
import { fileName, filesOf, photoFolder } from './file-names.ts'
import type { ImageGateway, PhotoFiles } from './port.ts'
import { sharpProcessing } from './sharp-processing.ts'

const KEPT_BYTES = 32 * 1024 * 1024
/** How long an opened photo stays in memory: another process may hide or remove it without telling this one. */
const KEPT_MS = 60_000
/** Stands for a file that is not there. */
const ABSENT = new Uint8Array()

/**
 * Photos processed by sharp and stored in a bucket under the same names as on disk. Recently opened photos stay in
 * memory, up to 32 MiB and for a minute, also that one has no AVIF; the caller checks before who may open them.
 */
export function sharpBucketImages(files: PhotoFiles): ImageGateway {
  const opened = new LRUCache<string, Uint8Array>({
    maxSize: KEPT_BYTES,
    // What is small, such as `ABSENT`, has a name and an entry too.
    sizeCalculation: (bytes) => Math.max(1024, bytes.byteLength),
    ttl: KEPT_MS,
  })
  let removals = 0
  const forget = (folder: string) => {
    removals++
    for (const name of opened.keys()) if (name.startsWith(folder)) opened.delete(name)
  }
  const read = async (name: string | null) => {
    const known = name && opened.get(name)
    if (!name || known) return known && known !== ABSENT ? known : null
    const before = removals
    const bytes = await files.read(name)
    // A photo that was removed while it was read must not come back.
    if (removals !== before) return bytes
    if (bytes) opened.set(name, bytes)
    else if (name.endsWith('.avif')) opened.set(name, ABSENT)
    return bytes
  }
  const open = async (photoId: string, width: number, format: PhotoFormat | undefined, isHidden: boolean) =>
    (await read(fileName(photoId, width, format, isHidden))) ??
    (format === 'avif' ? read(fileName(photoId, width, 'webp', isHidden)) : null)
  const removeFolder = async (folder: string) => {
    const names = await namesIn(files, folder)
    await Promise.all(names.map((name) => files.remove(name)))
    forget(folder)
  }
  return {
    ...sharpProcessing,
    async store(photoId, image) {
      const folder = photoFolder(photoId)
      await allEnded(filesOf(image).map(({ name, bytes }) => files.write(`${folder}/${name}`, bytes)))
    },
    open: (photoId, width, format) => open(photoId, width, format, false),
    openHidden: (photoId, width, format) => open(photoId, width, format, true),
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
