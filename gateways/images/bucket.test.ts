import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bucketFiles, type BucketOptions } from './bucket-files.ts'
import { type BucketEmulator, type BucketFault, startBucketEmulator } from './emulator.ts'
import { filesOf } from './file-names.ts'
import { ImagesAway, type ProcessedImage } from './port.ts'
import { sharpBucketImages } from './sharp-bucket.ts'

let bucket: BucketEmulator
let logged: { level: string; why?: string; message: string }[]
beforeEach(async () => {
  bucket = await startBucketEmulator({ pageSize: 3 })
  logged = []
})
afterEach(() => bucket.close())

const log = (level: string) => (fields: object, message: string) =>
  void logged.push({ ...fields, level, message })
const filesWith = (options: Partial<BucketOptions> = {}) =>
  bucketFiles({
    ...bucket.keys,
    readMs: 300,
    writeMs: 300,
    retryDelayMs: 1,
    breakAfter: Number.MAX_SAFE_INTEGER,
    log: { warn: log('warn'), error: log('error') },
    ...options,
  })
const imagesWith = (options: Partial<BucketOptions> = {}) => sharpBucketImages(filesWith(options))

async function anImage(): Promise<ProcessedImage> {
  const file = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'navy' } })
    .jpeg()
    .toBuffer()
  const verdict = await imagesWith().process(file)
  if (!verdict.ok) throw new Error(verdict.message)
  return verdict.image
}
const gets = () => bucket.asked.filter((line) => line.startsWith('GET') && !line.includes('list-type'))

const faults: [BucketFault, code: RegExp][] = [
  ['down', /^(UND_ERR_SOCKET|ECONNRESET|Disconnected)$/],
  ['hang', /^Timeout$/],
  ['slow-down', /^SlowDown$/],
  ['internal-error', /^InternalError$/],
  ['bad-gateway', /^Status502$/],
]

describe('a bucket', () => {
  it.each(faults)('that is %s once is asked again, and the caller notices nothing', async (fault) => {
    // Longer than a busy machine takes for an answer.
    const images = imagesWith({ readMs: 1500, writeMs: 1500 })
    const [id, image] = [randomUUID(), await anImage()]
    bucket.next(fault)
    await images.store(id, image)
    bucket.next(fault)
    expect(await images.open(id, 320)).toEqual(Buffer.from(image.renditions[0]!.webp))
    bucket.next(fault, fault)
    await images.remove(id)
    expect(bucket.files.size).toBe(0)
    expect(logged).toEqual([])
  })

  it.each(faults)('that stays %s makes every call fail in time', async (fault, code) => {
    const [id, image, images] = [randomUUID(), await anImage(), imagesWith()]
    await images.store(id, image)
    bucket.fault = fault
    const asking: (() => Promise<unknown>)[] = [
      () => images.open(id, 320),
      () => images.openHidden(id, 320),
      () => images.store(id, image),
      () => images.hide(id),
      () => images.remove(id),
    ]
    for (const ask of asking) {
      const began = performance.now()
      const error = await ask().then(
        () => null,
        (error: unknown) => error,
      )
      expect(error).toBeInstanceOf(ImagesAway)
      expect((error as ImagesAway).code).toMatch(code)
      expect(performance.now() - began).toBeLessThan(2500)
    }
    expect(logged.every(({ level }) => level === 'warn')).toBe(true)
    bucket.fault = null
    expect(await images.open(id, 320)).not.toBeNull()
  })

  it('has no write under way once storing has failed', async () => {
    const image = await anImage()
    let underWay = 0
    const images = sharpBucketImages({
      ...filesWith(),
      async write(name) {
        underWay++
        await wait(name.endsWith('.avif') ? 50 : 1)
        underWay--
        if (name.endsWith('.webp')) throw new ImagesAway('SlowDown')
      },
    })
    await expect(images.store(randomUUID(), image)).rejects.toThrow(ImagesAway)
    expect(underWay).toBe(0)
  })

  it('has not stored or removed what only a page between said is done', async () => {
    const [id, image, images] = [randomUUID(), await anImage(), imagesWith()]
    bucket.fault = 'nonsense'
    await expect(images.store(id, image)).rejects.toThrow(ImagesAway)
    bucket.fault = null
    await images.store(id, image)
    const stored = bucket.files.size
    bucket.fault = 'nonsense'
    await expect(images.remove(id)).rejects.toThrow(ImagesAway)
    expect(bucket.files.size).toBe(stored)
  })

  it.each(['truncated', 'short', 'nonsense'] as const)(
    'that sends a photo %s is asked again, and the photo is never used',
    async (fault) => {
      const [id, image, images] = [randomUUID(), await anImage(), imagesWith()]
      await images.store(id, image)
      bucket.next(fault)
      expect(await images.open(id, 320)).toEqual(Buffer.from(image.renditions[0]!.webp))
      bucket.fault = fault
      await expect(images.open(id, 400)).rejects.toThrow(ImagesAway)
      await expect(images.remove(id)).rejects.toThrow(ImagesAway)
      expect(bucket.files.size).toBe(filesOf(image).length)
    },
  )

  it('that does not answer gets no calls for a while, so that nobody waits for it', async () => {
    const images = imagesWith({ breakAfter: 3, breakMs: 200 })
    bucket.fault = 'down'
    await expect(images.open(randomUUID(), 320)).rejects.toThrow(ImagesAway)
    const before = bucket.asked.length
    for (let i = 0; i < 20; i++) await expect(images.open(randomUUID(), 320)).rejects.toThrow('Down')
    expect(bucket.asked.length).toBe(before)
    bucket.fault = null
    await expect.poll(() => images.open(randomUUID(), 320).catch(() => 'away')).toBeNull()
    const said = logged.map(({ message }) => message)
    expect(said).toContain('the bucket of photos is down: nothing is asked for a while')
    expect(said).toContain('the bucket of photos is back')
  })

  it('with one photo that is broken still shows the others', async () => {
    const [broken, fine, images] = [randomUUID(), randomUUID(), imagesWith({ breakAfter: 3 })]
    for (const id of [broken, fine]) await images.store(id, await anImage())
    for (const name of bucket.files.keys())
      if (name.includes(broken)) bucket.files.set(name, Buffer.from('RIFF, and nothing more'))
    for (let i = 0; i < 5; i++) await expect(images.open(broken, 320)).rejects.toThrow('NotWhole')
    expect(await images.open(fine, 320)).not.toBeNull()
  })

  it('is listed completely, however many pages that takes', async () => {
    const files = filesWith()
    const image = await anImage()
    for (let i = 0; i < 8; i++) await files.write(`ab/${i}/320.webp`, image.renditions[0]!.webp)
    await files.write('ac/0/320.webp', image.renditions[0]!.webp)
    const names: string[] = []
    for await (const { name, bytes, md5 } of files.list('ab/')) {
      names.push(name)
      expect([bytes, md5?.length]).toEqual([image.renditions[0]!.webp.length, 32])
    }
    expect(names).toEqual(Array.from({ length: 8 }, (_, i) => `ab/${i}/320.webp`))
    expect(bucket.asked.filter((line) => line.includes('list-type'))).toHaveLength(3)
  })
})

describe('the requests', () => {
  it.each([
    ['a secret that is wrong', { secretAccessKey: 'wrong' }, 'The secret does not fit the access key.'],
    ['a key that is not known', { accessKeyId: 'UNKNOWN' }, 'The access key is not known there.'],
    ['another region', { region: 'us-east-1' }, 'The region is another one.'],
  ] as const)('with %s are refused, which is said', async (_, wrong, words) => {
    const files = filesWith(wrong)
    expect(await files.problem()).toBe(words)
    const asked = bucket.asked.length
    await expect(files.write('ab/0/320.webp', (await anImage()).renditions[0]!.webp)).rejects.toThrow(
      ImagesAway,
    )
    expect(bucket.asked.length).toBe(asked + 1)
    expect(bucket.files.size).toBe(0)
    expect(logged.at(-1)).toMatchObject({
      level: 'error',
      message: 'the bucket of photos refused a call',
    })
    expect(JSON.stringify(logged)).not.toContain(bucket.keys.secretAccessKey)
  })

  it('are for a bucket that is there, or its absence is said and no photo is taken for gone', async () => {
    const files = filesWith({ url: `${bucket.keys.url}-of-others` })
    expect(await files.problem()).toBe('There is no such bucket.')
    await expect(files.read('ab/0/320.webp')).rejects.toThrow('NoSuchBucket')
  })

  it.each([
    ['down', /^It does not answer as it should \(\w+\)\.$/],
    ['hang', /\(Timeout\)/],
    ['nonsense', /\(NotWhole\)/],
    ['slow-down', /\(SlowDown\)/],
  ] as const)('of the first look at a bucket that is %s end in words', async (fault, words) => {
    bucket.fault = fault
    expect(await filesWith().problem()).toMatch(words)
  })

  it('find nothing wrong with a bucket that works', async () => {
    expect(await filesWith().problem()).toBeNull()
  })

  it('get nothing without a signature, or with one of other bytes', async () => {
    const { url } = bucket.keys
    const bare = await fetch(`${url}/ab/0/320.webp`, { method: 'PUT', body: 'x' })
    expect([bare.status, await bare.text()]).toEqual([403, expect.stringContaining('AccessDenied')])
    expect(bucket.files.size).toBe(0)
  })
})

describe('a photo that was opened recently', () => {
  it('is not requested again, until it is hidden or removed', async () => {
    const [id, image, images] = [randomUUID(), await anImage(), imagesWith()]
    await images.store(id, image)
    for (let i = 0; i < 5; i++) expect(await images.open(id, 320)).not.toBeNull()
    expect(gets()).toHaveLength(1)
    await images.hide(id)
    expect(await images.open(id, 320)).toBeNull()
    expect(await images.openHidden(id, 320)).not.toBeNull()
    await images.remove(id)
    expect(await images.openHidden(id, 320)).toBeNull()
  })

  it('does not come back when it is removed while being read', async () => {
    const [id, image, images] = [randomUUID(), await anImage(), imagesWith()]
    await images.store(id, image)
    const reading = images.open(id, 320)
    await Promise.all([reading, images.remove(id)])
    expect(await images.open(id, 320)).toBeNull()
  })
})

it('hiding that ends half-way is finished when it is done again', async () => {
  const [id, image, images] = [randomUUID(), await anImage(), imagesWith({ retries: 0 })]
  await images.store(id, image)
  const before = bucket.asked.length
  // The list and the two reads succeed, the writes after them fail.
  bucket.next(null, null, null, 'down', 'down')
  await expect(images.hide(id)).rejects.toThrow(ImagesAway)
  expect(bucket.asked.length).toBeGreaterThan(before)
  expect(await images.open(id, 320)).not.toBeNull()
  await images.hide(id)
  expect(await images.open(id, 320)).toBeNull()
  expect(await images.openHidden(id, 400)).not.toBeNull()
})
