import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { thumbHashToRGBA } from 'thumbhash'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ProcessedImage } from '#gateways/images/port.ts'
import { sharpDiskImages } from '#gateways/images/sharp-disk.ts'
import { accepted } from '../act.ts'
import { encodedLater, encodedNow } from './photos.ts'
import { listingPicture } from './pictures.ts'

let root: string
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'photos-'))))
afterEach(() => rmSync(root, { recursive: true }))

const picture = listingPicture('dome-tent')
const disk = () => sharpDiskImages(join(root, 'images'))
const late = (images = disk()) => encodedLater(images, join(root, 'pictures'))
let expected: Promise<ProcessedImage>
/** The stored result when the picture is encoded at once. */
const encodedAtOnce = () =>
  (expected ??= encodedNow(disk())
    .process(picture)
    .then((verdict) => accepted(verdict).image))

async function storeLate(photos = late()) {
  const photoId = uuid()
  await photos.building.store(photoId, accepted(await photos.building.process(picture)).image)
  return photoId
}

test('a photo that is encoded later has the size, widths and colours of one that is encoded at once', async () => {
  const { image } = accepted(await late().building.process(picture))
  const now = await encodedAtOnce()
  expect(image).toMatchObject({ width: now.width, height: now.height })
  expect(image.renditions.map(({ width }) => width)).toEqual(now.renditions.map(({ width }) => width))
  const colours = (base64: string) => thumbHashToRGBA(Buffer.from(base64, 'base64'))
  const [was, is] = [colours(now.thumbhash), colours(image.thumbhash)]
  expect([is.w, is.h]).toEqual([was.w, was.h])
  let apart = 0
  for (const [i, value] of is.rgba.entries()) apart += Math.abs(value - was.rgba[i]!)
  expect(apart / is.rgba.length, 'levels of 255 apart, on average').toBeLessThan(4)
})

test('a photo that was not encoded yet is encoded when it is read, once, as if it had been at once', async () => {
  let processed = 0
  const images = disk()
  const photos = late({ ...images, process: (file) => (processed++, images.process(file)) })
  const photoId = await storeLate(photos)
  const now = await encodedAtOnce()
  const read = await Promise.all(now.renditions.map(({ width }) => photos.serving.open(photoId, width)))
  expect(read.map((bytes) => Buffer.from(bytes!))).toEqual(
    now.renditions.map(({ webp }) => Buffer.from(webp)),
  )
  expect(processed).toBe(1)
  expect(readdirSync(join(root, 'pictures'))).toEqual([])
})

test('photos that a stopped demo left are encoded by the next one', async () => {
  const first = late()
  const [one, two] = [await storeLate(first), await storeLate(first)]
  expect(await disk().open(one, 320)).toBeNull()
  const next = late()
  expect(await next.serving.open(two, 320)).not.toBeNull()
  expect(await next.encodeAll()).toBe(1)
  expect(await disk().open(one, 1600)).not.toBeNull()
  expect(readdirSync(root)).toEqual(['images'])
})

test('a photo that is hidden or removed before it was encoded is hidden or gone', async () => {
  const photos = late()
  const [hidden, removed] = [await storeLate(photos), await storeLate(photos)]
  await photos.serving.hide(hidden)
  expect(await photos.serving.open(hidden, 320)).toBeNull()
  expect(await photos.serving.openHidden(hidden, 320)).not.toBeNull()
  await photos.serving.remove(removed)
  await photos.encodeAll()
  expect(await photos.serving.open(removed, 320)).toBeNull()
})
