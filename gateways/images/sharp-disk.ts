import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PhotoFormat } from '#domain/photo/format.ts'
import { allEnded } from './all-ended.ts'
import type { Log } from './bucket-calls.ts'
import { fileName, filesOf, HIDDEN, photoFolder } from './file-names.ts'
import { flushFolders } from './flush-folders.ts'
import { type ImageGateway, ImagesAway } from './port.ts'
import { sharpProcessing } from './sharp-processing.ts'

/** The error codes of a disk that is full, broken, or read-only since it broke (`errno(3)` of Linux). */
const OUT_OF_ORDER = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])

/**
 * Photos processed by sharp and stored as files under `folder`; what is stored or hidden is on the disk, so that a row
 * that is committed after it has its files also after a power cut. Only codes of errors are logged.
 */
export function sharpDiskImages(folder: string, log: Pick<Log, 'error'> = { error() {} }): ImageGateway {
  const shown = (photoId: string) => join(folder, photoFolder(photoId))
  const hidden = (photoId: string) => join(folder, photoFolder(photoId, true))
  const read = async (name: string | null) =>
    name === null ? null : readFile(join(folder, name)).catch(unlessAbsent)
  const open = (photoId: string, width: number, format: PhotoFormat | undefined, isHidden: boolean) =>
    onDisk(
      async () =>
        (await read(fileName(photoId, width, format, isHidden))) ??
        (format === 'avif' ? read(fileName(photoId, width, 'webp', isHidden)) : null),
    )
  const onDisk = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (!OUT_OF_ORDER.has(code)) throw error
      log.error({ event: 'photo-disk', why: code }, 'the disk of photos is full or out of order')
      throw new ImagesAway(code)
    }
  }
  return {
    ...sharpProcessing,
    store: (photoId, image) =>
      onDisk(async () => {
        await mkdir(shown(photoId), { recursive: true })
        const write = (name: string, bytes: Uint8Array) =>
          writeFile(join(shown(photoId), name), bytes, { flush: true })
        await allEnded(filesOf(image).map(({ name, bytes }) => write(name, bytes)))
        await flushFolders([shown(photoId), dirname(shown(photoId)), folder, dirname(folder)])
      }),
    open: (photoId, width, format) => open(photoId, width, format, false),
    openHidden: (photoId, width, format) => open(photoId, width, format, true),
    hide: (photoId) =>
      onDisk(async () => {
        await mkdir(join(folder, HIDDEN), { recursive: true })
        if ((await rename(shown(photoId), hidden(photoId)).catch(unlessAbsent)) === null) return
        await flushFolders([join(folder, HIDDEN), dirname(shown(photoId)), folder])
      }),
    remove: (photoId) =>
      onDisk(async () => {
        await rm(shown(photoId), { recursive: true, force: true })
        await rm(hidden(photoId), { recursive: true, force: true })
      }),
  }
}

/** Null for a file that does not exist; any other error is thrown again. */
export function unlessAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
