import type { Verdict } from '#domain/verdict.ts'

/** A photo as it is kept: re-encoded WebP in several widths, nothing of the original file left. */
export type ProcessedImage = {
  width: number
  height: number
  thumbhash: string
  renditions: { width: number; bytes: Uint8Array }[]
}

/** Reads, re-encodes and keeps photos. */
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
  /** One rendition's WebP bytes, or null when there is none. */
  open(photoId: string, width: number): Promise<Uint8Array | null>
  /** Takes a photo out of what `open` finds; only `openHidden` has it from then on. Again is the same as once. */
  hide(photoId: string): Promise<void>
  /** As `open`, of a photo that was hidden. */
  openHidden(photoId: string, width: number): Promise<Uint8Array | null>
  /** Removes all renditions of a photo, hidden or not; nothing happens when there are none. */
  remove(photoId: string): Promise<void>
}
