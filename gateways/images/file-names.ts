import { type PhotoFormat, photoFormats } from '#domain/photo/format.ts'
import type { ProcessedImage } from './port.ts'

/** The folder of hidden photos; every other folder has the last two characters of its photos’ ids as its name. */
export const HIDDEN = 'hidden'

/**
 * The folder of a photo's files, on a disk and in a bucket, without a slash at the end.
 *
 * ### Example
 * That of `0199a0…7f` is `7f/0199a0…7f`, and `hidden/0199a0…7f` once it is hidden.
 */
export function photoFolder(photoId: string, hidden = false): string {
  return `${hidden ? HIDDEN : photoId.slice(-2)}/${photoId}`
}

/** The name of one rendition's file; null when the id or the width is not possible. */
export function fileName(
  photoId: string,
  width: number,
  format: PhotoFormat = 'webp',
  hidden = false,
): string | null {
  if (!/^[0-9a-f-]{36}$/.test(photoId) || !Number.isInteger(width)) return null
  return `${photoFolder(photoId, hidden)}/${width}.${format}`
}

/** Whether a file name, or the end of a path, is that of a photo's file, such as `320.webp`. */
export const isPhotoFile = (name: string): boolean => /(?:^|[/\\])\d+\.(?:webp|avif)$/.test(name)

/** The files of a photo that is stored: their names in its folder, and their bytes. */
export const filesOf = ({ renditions }: ProcessedImage): { name: string; bytes: Uint8Array }[] =>
  renditions.flatMap((rendition) =>
    photoFormats.map((format) => ({ name: `${rendition.width}.${format}`, bytes: rendition[format] })),
  )
