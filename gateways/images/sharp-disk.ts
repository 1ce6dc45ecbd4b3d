import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PhotoFormat } from '#domain/photo/format.ts'
import { fileName, filesOf, HIDDEN, photoFolder } from './file-names.ts'
import type { ImageGateway } from './port.ts'
import { sharpProcessing } from './sharp-processing.ts'

/** Photos processed by sharp and stored as files under `folder`. */
export function sharpDiskImages(folder: string): ImageGateway {
  const shown = (photoId: string) => join(folder, photoFolder(photoId))
  const hidden = (photoId: string) => join(folder, photoFolder(photoId, true))
  const read = async (name: string | null) =>
    name === null ? null : readFile(join(folder, name)).catch(unlessAbsent)
  const open = async (photoId: string, width: number, format: PhotoFormat | undefined, isHidden: boolean) =>
    (await read(fileName(photoId, width, format, isHidden))) ??
    (format === 'avif' ? read(fileName(photoId, width, 'webp', isHidden)) : null)
  return {
    ...sharpProcessing,
    async store(photoId, image) {
      await mkdir(shown(photoId), { recursive: true })
      await Promise.all(filesOf(image).map(({ name, bytes }) => writeFile(join(shown(photoId), name), bytes)))
    },
    open: (photoId, width, format) => open(photoId, width, format, false),
    openHidden: (photoId, width, format) => open(photoId, width, format, true),
    async hide(photoId) {
      await mkdir(join(folder, HIDDEN), { recursive: true })
      await rename(shown(photoId), hidden(photoId)).catch(unlessAbsent)
    },
    async remove(photoId) {
      await rm(shown(photoId), { recursive: true, force: true })
      await rm(hidden(photoId), { recursive: true, force: true })
    },
  }
}

/** Null for a file that does not exist; any other error is thrown again. */
export function unlessAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
