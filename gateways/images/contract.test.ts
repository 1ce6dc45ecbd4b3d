import { mkdir, mkdtemp, open, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { formatOf } from '#domain/photo/format.ts'
import { fillDisk, mountDisk, unmountDisk } from '#tests/support/small-disk.ts'
import { bucketFiles } from './bucket-files.ts'
import { diskFiles } from './disk-files.ts'
import { type BucketEmulator, startBucketEmulator } from './emulator.ts'
import { type ImageGateway, ImagesAway, type ProcessedImage } from './port.ts'
import { sharpBucketImages } from './sharp-bucket.ts'
import { sharpDiskImages } from './sharp-disk.ts'

let folder: string
let [atPath, atHost]: BucketEmulator[] = []
let images: ImageGateway
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hiram-images-'))
  images = sharpDiskImages(folder)
  atPath = await startBucketEmulator({ pageSize: 2 })
  atHost = await startBucketEmulator({ path: '' })
})
afterAll(async () => {
  await atPath!.close()
  await atHost!.close()
  await rm(folder, { recursive: true, force: true })
})

/** A storage of photos; `names` lists all its files, `remove` removes one. */
type Kind = {
  name: string
  open(): ImageGateway
  names?(): Promise<string[]>
  remove(name: string): Promise<unknown>
}
const inBucket = (name: string, emulator: () => BucketEmulator): Kind => ({
  name,
  open: () => sharpBucketImages(bucketFiles(emulator().keys)),
  names: async () => [...emulator().files.keys()],
  remove: async (file) => emulator().files.delete(file),
})
const real = process.env.IMAGES_URL_TEST
const kinds: Kind[] = [
  {
    name: 'on the disk',
    open: () => sharpDiskImages(folder),
    names: async () =>
      (await readdir(folder, { recursive: true }))
        .filter((name) => name.includes('.'))
        .map((name) => name.replaceAll(sep, '/')),
    remove: (name) => rm(join(folder, name)),
  },
  inBucket('in a bucket whose name is in the path', () => atPath!),
  inBucket('in a bucket that has a host of its own', () => atHost!),
]
if (real) {
  const files = bucketFiles({
    url: real,
    region: process.env.IMAGES_REGION,
    accessKeyId: process.env.IMAGES_ACCESS_KEY_ID!,
    secretAccessKey: process.env.IMAGES_SECRET_ACCESS_KEY!,
  })
  kinds.push({
    name: 'in a real bucket',
    open: () => sharpBucketImages(files),
    remove: (name) => files.remove(name),
  })
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c66b3d' } })

async function processed(file: Uint8Array): Promise<ProcessedImage> {
  const verdict = await images.process(file)
  if (!verdict.ok) throw new Error(verdict.message)
  return verdict.image
}

describe('a photo', () => {
  // Spec: D13
  it.each<[string, () => Promise<Buffer>]>([
    ['JPEG', () => plain(900, 600).jpeg().toBuffer()],
    ['PNG', () => plain(900, 600).png().toBuffer()],
    ['WebP', () => plain(900, 600).webp().toBuffer()],
    ['AVIF', () => plain(900, 600).avif({ effort: 0 }).toBuffer()],
  ])('in %s is read and kept as WebP and AVIF in several widths', async (_, make) => {
    const image = await processed(await make())
    expect([image.width, image.height]).toEqual([900, 600])
    expect(image.renditions.map(({ width }) => width)).toEqual([320, 640, 900])
    for (const { width, webp, avif } of image.renditions) {
      const size = { width, height: Math.round((width * 2) / 3) }
      expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', ...size })
      expect(await sharp(avif).metadata()).toMatchObject({ format: 'heif', compression: 'av1', ...size })
      expect([formatOf(webp), formatOf(avif)]).toEqual(['webp', 'avif'])
    }
  })

  it('is never enlarged, and never stored wider than 1,600', async () => {
    expect(
      (await processed(await plain(30, 20).jpeg().toBuffer())).renditions.map(({ width }) => width),
    ).toEqual([30])
    const large = await processed(await plain(4000, 3000).jpeg({ quality: 10 }).toBuffer())
    expect(large.renditions.map(({ width }) => width)).toEqual([320, 640, 960, 1600])
  })

  // Spec: D13
  it('is turned upright, and keeps nothing of its metadata: place, camera, colour profile, hidden preview', async () => {
    const file = await plain(200, 100)
      .withExif({
        IFD0: { Make: 'Phone', Artist: 'Olivia' },
        IFD3: { GPSLatitude: '14/1 35/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const before = await sharp(file).metadata()
    expect(before).toMatchObject({ orientation: 6, width: 200 })
    const image = await processed(file)
    expect([image.width, image.height]).toEqual([100, 200])
    for (const bytes of image.renditions.flatMap(({ webp, avif }) => [webp, avif])) {
      const { exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata()
      expect({ exif, icc, xmp, iptc, orientation }).toEqual({
        exif: undefined,
        icc: undefined,
        xmp: undefined,
        iptc: undefined,
        orientation: undefined,
      })
    }
  })

  it('with transparency has a white background', async () => {
    const clear = await sharp({
      create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const { data, info } = await sharp((await processed(clear)).renditions[0]!.webp)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(info.channels).toBe(3)
    expect(Math.min(...data)).toBeGreaterThan(250)
  })

  it('in grey, in CMYK and with one pixel is read too', async () => {
    for (const file of [
      await plain(50, 50).greyscale().jpeg().toBuffer(),
      await plain(50, 50).toColourspace('cmyk').jpeg().toBuffer(),
      await plain(1, 1).png().toBuffer(),
    ])
      expect((await processed(file)).renditions).toHaveLength(1)
  })

  it('has a thumbhash', async () => {
    const { thumbhash } = await processed(await plain(300, 200).jpeg().toBuffer())
    expect(Buffer.from(thumbhash, 'base64').length).toBeGreaterThan(4)
  })
})

describe('a picture of a person', () => {
  it.each([
    ['wide', 900, 300],
    ['tall', 300, 900],
    ['tiny', 20, 30],
  ])('that is %s is one square, without metadata', async (_, width, height) => {
    const file = await plain(width, height)
      .withExif({ IFD0: { Artist: 'Olivia' } })
      .jpeg()
      .toBuffer()
    const verdict = await images.processSquare(file, 320)
    if (!verdict.ok) throw new Error(verdict.message)
    const { image } = verdict
    expect([image.width, image.height, image.renditions.length]).toEqual([320, 320, 1])
    const meta = await sharp(image.renditions[0]!.webp).metadata()
    expect(meta).toMatchObject({ format: 'webp', width: 320, height: 320 })
    expect(meta.exif).toBeUndefined()
  })

  it('is no SVG either', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    expect(await images.processSquare(svg, 320)).toMatchObject({ reason: 'unreadable' })
  })
})

describe('what is not a photo is refused', () => {
  const refusals: [string, () => Promise<Uint8Array> | Uint8Array, RegExp][] = [
    [
      'an SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      /unreadable/,
    ],
    ['HTML', () => Buffer.from('<html><script>alert(1)</script>'), /unreadable/],
    ['a GIF', () => plain(9, 9).gif().toBuffer(), /unreadable/],
    ['a TIFF', () => plain(9, 9).tiff().toBuffer(), /unreadable/],
    ['nothing', () => new Uint8Array(), /unreadable/],
    ['noise', () => Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256)), /unreadable/],
    [
      'a JPEG cut in half',
      async () => noisy().then((file) => file.subarray(0, file.length / 2)),
      /unreadable/,
    ],
    [
      'a PNG cut in half',
      async () =>
        plain(300, 300)
          .png()
          .toBuffer()
          .then((file) => file.subarray(0, file.length / 2)),
      /unreadable/,
    ],
  ]
  it.each(refusals)('%s', async (_, make, reason) => {
    const verdict = await images.process(await make())
    expect(verdict.ok).toBe(false)
    expect((verdict as { reason: string }).reason).toMatch(reason)
  })

  it('60 megapixels in the words of too many pixels', async () => {
    const verdict = await images.process(await plain(10_000, 6_000).png({ compressionLevel: 9 }).toBuffer())
    expect(verdict).toEqual({
      ok: false,
      reason: 'too-large',
      message: 'That image has too many pixels. At most 50 megapixels, please.',
    })
  })

  async function noisy() {
    const data = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, i) => (i * 7919) % 256))
    return sharp(data, { raw: { width: 200, height: 200, channels: 3 } })
      .jpeg()
      .toBuffer()
  }
})

describe.each(kinds)('photos that are kept $name', ({ open, names, remove }) => {
  let images: ImageGateway
  beforeAll(() => {
    images = open()
  })

  it('are opened by id and width; storing and removing them again is harmless', async () => {
    const [id, other] = [randomUUID(), randomUUID()]
    const image = await processed(await plain(400, 300).jpeg().toBuffer())
    await images.store(id, image)
    await images.store(id, image)
    await images.store(other, image)
    expect(Buffer.from((await images.open(id, 320))!)).toEqual(Buffer.from(image.renditions[0]!.webp))
    expect(await images.open(id, 321)).toBeNull()
    expect(await images.open(randomUUID(), 320)).toBeNull()
    await images.remove(id)
    await images.remove(id)
    expect(await images.open(id, 320)).toBeNull()
    expect(await images.open(other, 320)).not.toBeNull()
  })

  it('are opened as AVIF by who asks for it, and as WebP where there is no AVIF', async () => {
    const [id, older] = [randomUUID(), randomUUID()]
    const image = await processed(await plain(400, 300).jpeg().toBuffer())
    const { webp, avif } = image.renditions[0]!
    await images.store(id, image)
    expect(Buffer.from((await images.open(id, 320, 'avif'))!)).toEqual(Buffer.from(avif))
    await images.store(older, image)
    await remove(`${older.slice(-2)}/${older}/320.avif`)
    for (let time = 0; time < 2; time++)
      expect(Buffer.from((await images.open(older, 320, 'avif'))!)).toEqual(Buffer.from(webp))
    await images.hide(older)
    expect(await images.open(older, 320, 'avif')).toBeNull()
    expect(Buffer.from((await images.openHidden(older, 320, 'avif'))!)).toEqual(Buffer.from(webp))
    await images.remove(id)
    expect(await images.open(id, 320, 'avif')).toBeNull()
  })

  it('that are hidden are opened only by openHidden, until they are removed', async () => {
    const id = randomUUID()
    await images.store(id, await processed(await plain(400, 300).jpeg().toBuffer()))
    const bytes = await images.open(id, 320)
    expect(await images.openHidden(id, 320)).toBeNull()
    await images.hide(id)
    await images.hide(id)
    expect(await images.open(id, 320)).toBeNull()
    expect(await images.openHidden(id, 320)).toEqual(bytes)
    expect(await images.openHidden(`../hidden/${id}`, 320)).toBeNull()
    await images.remove(id)
    expect(await images.openHidden(id, 320)).toBeNull()
  })

  it.each([
    '../../etc/passwd',
    '..',
    '',
    '/etc/passwd',
    'x'.repeat(36),
    '00000000-0000-0000-0000-00000000000/',
  ])('are not opened by an invalid id: %j', async (id) => {
    expect(await images.open(id, 320)).toBeNull()
  })

  it.each([Number.NaN, 1.5, Number.POSITIVE_INFINITY, -320])(
    'are not opened by the width %d',
    async (width) => {
      const id = randomUUID()
      await images.store(id, await processed(await plain(400, 300).jpeg().toBuffer()))
      expect(await images.open(id, width)).toBeNull()
    },
  )

  it.runIf(names)('have the same folder names in every storage', async () => {
    const [shown, hidden] = [randomUUID(), randomUUID()]
    const image = await processed(await plain(400, 300).jpeg().toBuffer())
    for (const id of [shown, hidden]) await images.store(id, image)
    await images.hide(hidden)
    const all = await names!()
    expect(all.every((name) => /^([0-9a-f]{2}|hidden)\/[0-9a-f-]{36}\/\d+\.(webp|avif)$/.test(name))).toBe(
      true,
    )
    expect(all.filter((name) => name.includes(shown) || name.includes(hidden)).sort()).toEqual(
      [
        ...['320.webp', '320.avif', '400.webp', '400.avif'].flatMap((name) => [
          `${shown.slice(-2)}/${shown}/${name}`,
          `hidden/${hidden}/${name}`,
        ]),
      ].sort(),
    )
  })
})

// The paths of open files are read from /proc.
describe.runIf(process.platform === 'linux')('a photo on the disk is flushed, with its folders,', () => {
  /** The paths below `own` that `work` flushes, in order. */
  async function flushedBy(own: string, work: () => Promise<void>): Promise<string[]> {
    const probe = await open(folder)
    const flushed: string[] = []
    const prototype = Object.getPrototypeOf(probe) as typeof probe
    const { sync } = prototype
    const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: typeof probe) {
      flushed.push(relative(own, await readlink(`/proc/self/fd/${this.fd}`)))
      return sync.call(this)
    })
    try {
      await work()
    } finally {
      spy.mockRestore()
      await probe.close()
    }
    return flushed
  }

  it('before it counts as stored or hidden', async () => {
    const own = join(folder, 'flushed', 'images')
    const kept = sharpDiskImages(own)
    const [id, image] = [randomUUID(), await processed(await plain(400, 300).jpeg().toBuffer())]
    const at = `${id.slice(-2)}/${id}`
    const files = ['320.avif', '320.webp', '400.avif', '400.webp'].map((name) => `${at}/${name}`)
    const stored = await flushedBy(own, () => kept.store(id, image))
    expect(stored.toSorted()).toEqual(['', '..', id.slice(-2), at, ...files].toSorted())
    expect(await flushedBy(own, () => kept.hide(id))).toEqual(['hidden', id.slice(-2), ''])
  })

  it('before it counts as restored', async () => {
    const own = join(folder, 'restored', 'images')
    const id = randomUUID()
    const at = `${id.slice(-2)}/${id}`
    const written = await flushedBy(own, () => diskFiles(own).write(`${at}/320.webp`, Buffer.from('photo')))
    expect(written[0]).toMatch(new RegExp(`^${at}/320\\.webp`))
    expect(written.slice(1)).toEqual([at, id.slice(-2), '', '..'])
    expect(Buffer.from((await diskFiles(own).read(`${at}/320.webp`))!).toString()).toBe('photo')
  })
})

it('a disk of photos that is full says so, and keeps the photo when it is stored again', async () => {
  const disk = join(folder, 'disk')
  await mkdir(disk)
  if (!mountDisk(disk, '1m')) return console.log('Not tested: no small disk can be mounted here.')
  try {
    const logged: unknown[] = []
    const kept = sharpDiskImages(disk, { error: (...line) => void logged.push(line) })
    const [id, image] = [randomUUID(), await processed(await plain(400, 300).jpeg().toBuffer())]
    const filler = fillDisk(disk)
    await expect(kept.store(id, image)).rejects.toEqual(new ImagesAway('ENOSPC'))
    expect(logged).toEqual([
      [{ event: 'photo-disk', why: 'ENOSPC' }, 'the disk of photos is full or out of order'],
    ])
    await rm(filler)
    await kept.store(id, image)
    expect(await kept.open(id, 320)).toEqual(Buffer.from(image.renditions[0]!.webp))
  } finally {
    unmountDisk(disk)
  }
})
