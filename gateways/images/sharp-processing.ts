import { createRequire } from 'node:module'
import type Sharp from 'sharp'
import type { ResizeOptions } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { isHeic } from '#domain/photo/format.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { ImageGateway } from './port.ts'
import { processingQueue } from './processing-queue.ts'

const WIDTHS = [320, 640, 960, 1600]
const MAX_PIXELS = 50_000_000
const READABLE = new Set(['jpeg', 'png', 'webp', 'heif', 'avif'])

/** About as sharp as the WebP by the mean error; a higher `effort` takes several times as long (decision 048). */
const avif = { quality: 58, effort: 2, chromaSubsampling: '4:2:0' }

const unreadable = (file: Uint8Array) =>
  refuse(
    'unreadable',
    isHeic(file)
      ? 'We can’t read HEIC photos. Please choose a JPEG, PNG, WebP or AVIF.'
      : 'That file is not an image we can read.',
  )

const queue = processingQueue()

/**
 * Reads and re-encodes photos with sharp, for any storage. SVG, GIF and documents are refused although sharp could
 * read them: only formats of cameras and phones are accepted.
 */
export const sharpProcessing: Pick<ImageGateway, 'process' | 'processSquare'> = {
  process(file) {
    return queue(() =>
      processed(file, { width: 1600, height: 2000, fit: 'inside', withoutEnlargement: true }),
    )
  },
  processSquare(file, side) {
    return queue(() => processed(file, { width: side, height: side, fit: 'cover' }))
  },
}

/** Loaded when the first photo is processed. `import` would remember a failure until the process ends. */
const loadSharp = () => createRequire(import.meta.url)('sharp') as typeof Sharp

/** Every rendition is made from the decoded pixels, which carry no metadata. Only decoding fails because of a file. */
async function processed(file: Uint8Array, shape: ResizeOptions): ReturnType<ImageGateway['process']> {
  const sharp = loadSharp()
  const decoded = await decode(sharp, file, shape)
  if (!decoded.ok) return decoded
  const { data, info } = decoded
  const pixels = () => sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
  const widths =
    shape.fit === 'cover' ? [info.width] : [...new Set([...WIDTHS.filter((w) => w < info.width), info.width])]
  const renditions = []
  // One after the other, so that a photo takes one of Node's threads at a time.
  for (const width of widths) {
    const webp = await pixels().resize({ width }).webp({ quality: 78, effort: 3 }).toBuffer()
    renditions.push({ width, webp, avif: await pixels().resize({ width }).avif(avif).toBuffer() })
  }
  const small = await pixels()
    .resize({ width: 100, height: 100, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const hash = rgbaToThumbHash(small.info.width, small.info.height, small.data)
  return {
    ok: true,
    image: {
      width: info.width,
      height: info.height,
      thumbhash: Buffer.from(hash).toString('base64'),
      renditions,
    },
  }
}

type Decoded = Verdict<{ data: Buffer; info: { width: number; height: number } }>

/** Decodes, turns and shrinks a photo, once. Refusals: `unreadable`, `too-large`. */
async function decode(sharp: typeof Sharp, file: Uint8Array, shape: ResizeOptions): Promise<Decoded> {
  try {
    // This reads only the header, however many pixels it states.
    const meta = await sharp(file, { limitInputPixels: false }).metadata()
    if (!READABLE.has(meta.format ?? '')) return unreadable(file)
    if ((meta.width ?? 0) * (meta.height ?? 0) > MAX_PIXELS)
      return refuse('too-large', 'That image has too many pixels. At most 50 megapixels, please.')
    const { data, info } = await sharp(file, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'error',
      animated: false,
    })
      .rotate()
      .resize(shape)
      .toColourspace('srgb')
      .flatten({ background: '#ffffff' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { ok: true, data, info }
  } catch {
    return unreadable(file)
  }
}
