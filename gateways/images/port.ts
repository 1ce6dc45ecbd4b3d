import type { PhotoFormat } from '#domain/photo/format.ts'
import type { Verdict } from '#domain/verdict.ts'

/** A photo as it is stored: in several widths, encoded anew, without any part of the original file. */
export type ProcessedImage = {
  width: number
  height: number
  thumbhash: string
  renditions: ({ width: number } & Record<PhotoFormat, Uint8Array>)[]
}

/**
 * Reads, re-encodes and stores photos. Methods that read or write files throw `ImagesAway` when the storage does not
 * answer properly; a later try may succeed.
 */
export interface ImageGateway {
  /**
   * Decodes an uploaded file whatever its name, turns it upright, removes its metadata (which may contain the place)
   * and encodes it in several widths. `thumbhash` is base64. Refusals: `unreadable` (not an image that can be read),
   * `too-large` (too many pixels), `photos-away` (too many others wait).
   */
  process(file: Uint8Array): Promise<Verdict<{ image: ProcessedImage }>>
  /**
   * As `process`, cut to one square rendition with sides of `side` pixels around the middle, for a profile picture.
   */
  processSquare(file: Uint8Array, side: number): Promise<Verdict<{ image: ProcessedImage }>>
  /** Stores the renditions of a photo; storing the same id twice has no further effect. */
  store(photoId: string, image: ProcessedImage): Promise<void>
  /**
   * The bytes of one rendition, or null when there is none; the caller must not change them. By default WebP. Photos
   * of older versions have no AVIF: WebP is returned instead, and `formatOf` tells the two apart.
   */
  open(photoId: string, width: number, format?: PhotoFormat): Promise<Uint8Array | null>
  /** Hides a photo: `open` no longer finds it, only `openHidden` does. Hiding it twice has no further effect. */
  hide(photoId: string): Promise<void>
  /** As `open`, of a photo that was hidden. */
  openHidden(photoId: string, width: number, format?: PhotoFormat): Promise<Uint8Array | null>
  /** Removes all renditions of a photo, hidden or not; without any it does nothing. */
  remove(photoId: string): Promise<void>
}

/**
 * One stored file of a photo. It has the same name on disk and in a bucket: see `fileName`. `md5` is in hexadecimal;
 * it can be wrong, for example in an encrypted bucket.
 */
export type PhotoFile = { name: string; bytes: number; md5?: string }

/** The stored files of photos, one folder for each photo. Throws `ImagesAway` as `ImageGateway` does. */
export interface PhotoFiles {
  /** All files whose names begin with `folder`, which ends in a slash. */
  list(folder: string): AsyncIterable<PhotoFile>
  /** A photo's bytes, or null when there is no file of that name. */
  read(name: string): Promise<Uint8Array | null>
  /** Writes a file completely or not at all, and replaces one of the same name. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Removes a file; without one it does nothing. */
  remove(name: string): Promise<void>
}

/** The code of `ImagesAway` for a file that is not a complete photo. */
export const NOT_WHOLE = 'NotWhole'

/** The storage of photos does not answer properly. `code` says why, without anything secret. */
export class ImagesAway extends Error {
  override name = 'ImagesAway'
  readonly code: string
  constructor(code: string) {
    super(`photos are out of reach: ${code}`)
    this.code = code
  }
}
