import type { Verdict } from '#domain/verdict.ts'

/** A photo as it is kept: re-encoded WebP in several widths, nothing of the original file left. */
export type ProcessedImage = {
  width: number
  height: number
  thumbhash: string
  renditions: { width: number; bytes: Uint8Array }[]
}

/**
 * Reads, re-encodes and keeps photos. What reads or writes files throws `ImagesAway` when the place where they are
 * kept does not answer as it should; a while later it may.
 */
export interface ImageGateway {
  /**
   * Decodes an uploaded file whatever its name says, turns it upright, drops its metadata (place!) and encodes it in
   * several widths. `thumbhash` is base64. Refusals: `unreadable` (not an image that can be read), `too-large`
   * (more pixels than are decoded).
   */
  process(file: Uint8Array): Promise<Verdict<{ image: ProcessedImage }>>
  /** As `process`, cut to one square rendition of `side` pixels around the middle: a picture of a person. */
  processSquare(file: Uint8Array, side: number): Promise<Verdict<{ image: ProcessedImage }>>
  /** Keeps the renditions of a photo; again with the same id is the same as once. */
  store(photoId: string, image: ProcessedImage): Promise<void>
  /** One rendition's WebP bytes, or null when there is none. Nobody may change them. */
  open(photoId: string, width: number): Promise<Uint8Array | null>
  /** Takes a photo out of what `open` finds; only `openHidden` has it from then on. Again is the same as once. */
  hide(photoId: string): Promise<void>
  /** As `open`, of a photo that was hidden. */
  openHidden(photoId: string, width: number): Promise<Uint8Array | null>
  /** Removes all renditions of a photo, hidden or not; nothing happens when there are none. */
  remove(photoId: string): Promise<void>
}

/**
 * One file of a kept photo. It has the same name on a disk and in a bucket: see `fileName`. `md5` is in hexadecimal;
 * a place that says it may say it wrongly, as an encrypted bucket does.
 */
export type PhotoFile = { name: string; bytes: number; md5?: string }

/**
 * The files of kept photos as they lie somewhere, in one folder for each photo. Throws `ImagesAway` as `ImageGateway`
 * does.
 */
export interface PhotoFiles {
  /** All files whose names begin with `folder`, which ends in a slash. */
  list(folder: string): AsyncIterable<PhotoFile>
  /** A photo's bytes, or null when there is no file of that name. */
  read(name: string): Promise<Uint8Array | null>
  /** Writes a file whole or not at all; one of that name is replaced. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Removes a file; nothing happens when there is none. */
  remove(name: string): Promise<void>
}

/** The code of `ImagesAway` when there is a file that is no whole photo. */
export const NOT_WHOLE = 'NotWhole'

/**
 * The place where photos are kept does not answer as it should. `code` is a word for why, without anything secret.
 */
export class ImagesAway extends Error {
  override name = 'ImagesAway'
  readonly code: string
  constructor(code: string) {
    super(`photos are out of reach: ${code}`)
    this.code = code
  }
}
