/**
 * What people can send as a photo, as the `accept` of a file field. HEIC is not among it, as the image library reads
 * none: Safari then hands a JPEG over.
 */
export const photoTypes = 'image/jpeg,image/png,image/webp,image/avif'

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

/** Whether a file begins like a HEIC photo: a box `ftyp` (ISO/IEC 14496-12) with one of its brands. */
export function isHeic(bytes: Uint8Array): boolean {
  const text = (from: number) => String.fromCharCode(...bytes.subarray(from, from + 4))
  return text(4) === 'ftyp' && heicBrands.has(text(8))
}

/** Each photo is stored as WebP, which every browser shows, and as AVIF, which is smaller. */
export const photoFormats = ['webp', 'avif'] as const
export type PhotoFormat = (typeof photoFormats)[number]

/**
 * The format of a complete photo as we store it, judged by its container; null for anything else, also for one that
 * was cut off. WebP has its length in its header (RIFF). AVIF is boxes one after the other, each with its length
 * (ISO/IEC 14496-12), one of them with the image (`mdat`).
 */
export function formatOf(bytes: Uint8Array): PhotoFormat | null {
  if (bytes.length <= 16) return null
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const text = (from: number) => String.fromCharCode(...bytes.subarray(from, from + 4))
  if (text(0) === 'RIFF' && text(8) === 'WEBP')
    return file.getUint32(4, true) + 8 === bytes.length ? 'webp' : null
  if (text(4) !== 'ftyp' || text(8) !== 'avif') return null
  let [end, hasImage] = [0, false]
  while (end + 8 <= bytes.length && file.getUint32(end) >= 8) {
    hasImage ||= text(end + 4) === 'mdat'
    end += file.getUint32(end)
  }
  return end === bytes.length && hasImage ? 'avif' : null
}
