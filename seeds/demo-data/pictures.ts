import { readFileSync } from 'node:fs'
import sharp from 'sharp'

/**
 * The picture of a listing as SVG, 1600 by 1200, from the folder `pictures`; view 1 is closer and brighter. Throws for
 * a listing without a picture.
 */
export function listingPicture(key: string, view: 0 | 1 = 0): Buffer {
  return readFileSync(new URL(`pictures/${key}${view === 1 ? '-closer' : ''}.svg`, import.meta.url))
}

/** A picture as a photo to upload: JPEG, `width` pixels wide, by default 1600 by 1200. */
export function renderPhoto(picture: Uint8Array, width?: number): Promise<Buffer> {
  return sharp(picture).resize({ width }).jpeg({ quality: 90 }).toBuffer()
}
