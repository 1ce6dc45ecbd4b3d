import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileName, HIDDEN, photoFolder } from './file-names.ts'
import type { ImageGateway } from './port.ts'
import { sharpProcessing } from './sharp-processing.ts'

/** Photos processed by sharp and stored as files under `folder`. */
export function sharpDiskImages(folder: string): ImageGateway {
  const shown = (photoId: string) => join(folder, photoFolder(photoId))
  const hidden = (photoId: string) => join(folder, photoFolder(photoId, true))
  const read = async (name: string | null) =>
    name === null ? null : readFile(join(folder, name)).catch(unlessAbsent)
  return {
    ...sharpProcessing,
    async store(photoId, image) {
      await mkdir(shown(photoId), { recursive: true })
      await Promise.all(
        image.renditions.map(({ width, bytes }) => writeFile(join(shown(photoId), `${width}.webp`), bytes)),
      )
    },
    open: async (photoId, width) => read(fileName(photoId, width)),
    openHidden: async (photoId, width) => read(fileName(photoId, width, true)),
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
