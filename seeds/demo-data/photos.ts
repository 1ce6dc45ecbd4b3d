import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { bulkhead } from 'cockatiel'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { ImageGateway, ProcessedImage } from '#gateways/images/port.ts'
import { accepted } from '../act.ts'
import { renderPhoto } from './pictures.ts'

/**
 * `images`, which accepts the SVG pictures of the demo as if a camera had made them; `width` is in pixels, by default
 * 1600.
 */
export function encodedNow(images: ImageGateway, width?: number): ImageGateway {
  return { ...images, process: async (picture) => images.process(await renderPhoto(picture, width)) }
}

/** Photos of the demo that are encoded after it was built: each before it is first read, all of them soon. */
export type LatePhotos = {
  /** The gateway for building the demo. It stores each picture unchanged, and returns what `process` would. */
  building: ImageGateway
  /** The gateway for serving the demo: as `images`, but it first encodes a photo that is not encoded yet. */
  serving: ImageGateway
  /** Encodes the remaining photos, one by one. Returns how many there were. */
  encodeAll(): Promise<number>
}

/** The size that `process` returns for a photo of 1600 by 1200 pixels. */
const size = { width: 1600, height: 1200 }
const widths = [320, 640, 960, 1600]

/**
 * Pictures wait as files in `folder`, named by their photos' ids, until they are encoded: after a stop the demo
 * continues at its next start.
 */
export function encodedLater(images: ImageGateway, folder: string): LatePhotos {
  const waiting = new Set(existsSync(folder) ? readdirSync(folder).map((name) => name.slice(0, -4)) : [])
  const underWay = new Map<string, Promise<void>>()
  const fileOf = (photoId: string) => join(folder, `${photoId}.svg`)

  // Who opens a page opens many photos at once: they wait here, as the gateway refuses when too many do.
  const slots = bulkhead(availableParallelism(), Number.POSITIVE_INFINITY)
  const encode = (photoId: string) => slots.execute(() => encodeOne(photoId))
  async function encodeOne(photoId: string) {
    const { image } = accepted(await images.process(await renderPhoto(await readFile(fileOf(photoId)))))
    await images.store(photoId, image)
    await forget(photoId)
  }
  async function forget(photoId: string) {
    waiting.delete(photoId)
    await rm(fileOf(photoId), { force: true })
  }
  function encoded(photoId: string): Promise<void> {
    if (!waiting.has(photoId)) return Promise.resolve()
    const started = underWay.get(photoId) ?? encode(photoId).finally(() => underWay.delete(photoId))
    underWay.set(photoId, started)
    return started
  }
  const after = <Rest extends unknown[], Answer>(
    use: (photoId: string, ...rest: Rest) => Promise<Answer>,
  ) => {
    return async (photoId: string, ...rest: Rest) => {
      await encoded(photoId)
      return use(photoId, ...rest)
    }
  }

  const serving: ImageGateway = {
    ...images,
    open: after(images.open),
    openHidden: after(images.openHidden),
    hide: after(images.hide),
    async remove(photoId) {
      await underWay.get(photoId)
      await forget(photoId)
      await images.remove(photoId)
    },
  }
  const building: ImageGateway = {
    ...serving,
    process: async (picture) => ({
      ok: true,
      image: {
        ...size,
        thumbhash: await thumbhashOf(picture),
        renditions: widths.map((width) => ({ width, webp: picture, avif: picture })),
      },
    }),
    async store(photoId, image: ProcessedImage) {
      await mkdir(folder, { recursive: true })
      await writeFile(`${fileOf(photoId)}.part`, image.renditions[0]!.webp)
      await rename(`${fileOf(photoId)}.part`, fileOf(photoId))
      waiting.add(photoId)
    },
  }
  return {
    building,
    serving,
    async encodeAll() {
      const count = waiting.size
      for (const photoId of waiting) await encoded(photoId)
      await rm(folder, { recursive: true, force: true })
      return count
    },
  }
}

/** The thumbhash of a picture, in base64. Drawing it small takes a tenth of the time. */
async function thumbhashOf(picture: Uint8Array): Promise<string> {
  const { data, info } = await sharp(picture)
    .resize({ width: 100, height: 100, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}
