import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type PhotoFormat, photoFormats } from '#domain/photo/format.ts'
import { bucketFiles } from '#gateways/images/bucket-files.ts'
import { diskFiles } from '#gateways/images/disk-files.ts'
import { type BucketEmulator, startBucketEmulator } from '#gateways/images/emulator.ts'
import { isPhotoFile } from '#gateways/images/file-names.ts'
import { sharpBucketImages } from '#gateways/images/sharp-bucket.ts'
import { accepted } from '#seeds/act.ts'
import { updateProfile } from '../account/update-profile.ts'
import { compileCache } from '#tests/support/compile-cache.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { tinyJpeg, uploadTiny } from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { SettingError } from '../setting-error.ts'
import { movePhotos } from './move-photos.ts'
import { NO_PHOTO_FILES } from './queries.ts'
import { uploadPrivatePhoto } from './upload-photo.ts'

const PHOTOS = 30
const fixture = withServices(['olivia', 'ramon'])

/** The photos of the demo on its disk, by name. */
let onDisk: Map<string, Buffer>
let folder: string
let disk: string
let bucket: BucketEmulator

beforeAll(async () => {
  const { services, cast } = fixture
  for (let i = 0; i < PHOTOS; i++) await uploadTiny(services, cast.olivia)
  accepted(await uploadPrivatePhoto(by(services, cast.ramon), await tinyJpeg()))
  const form = { fullName: 'Ramon Dela Cruz', location: '', removePicture: false }
  accepted(await updateProfile(by(services, cast.ramon), { ...form, picture: await tinyJpeg() }))
  folder = await mkdtemp(join(tmpdir(), 'hiram-move-'))
  disk = join(folder, 'images')
  await cp(join(services.settings.dataDir, 'images'), disk, { recursive: true })
  onDisk = await filesUnder(disk)
  // Files that belong to no photo of the database: a leftover, and one that is no photo at all.
  const left = randomUUID()
  await mkdir(join(disk, left.slice(-2), left), { recursive: true })
  await writeFile(join(disk, left.slice(-2), left, '320.webp'), 'left')
  await writeFile(join(disk, 'notes.txt'), 'mine')
})
beforeEach(async () => {
  bucket = await startBucketEmulator({ pageSize: 7 })
})
afterEach(() => bucket.close())
afterAll(() => rm(folder, { recursive: true, force: true }))

async function filesUnder(path: string): Promise<Map<string, Buffer>> {
  const names = (await readdir(path, { recursive: true })).filter(isPhotoFile)
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(path, name))] as const)),
  )
}
const files = () => bucketFiles({ ...bucket.keys, retryDelayMs: 1 })
const move = (changes: Partial<Parameters<typeof movePhotos>[0]> = {}) =>
  movePhotos({ db: fixture.services.db, from: diskFiles(disk), to: files(), now: new Date(), ...changes })
/** Puts every photo into the bucket, as a move does. */
const fill = () => onDisk.forEach((bytes, name) => bucket.files.set(name, bytes))
const puts = () => bucket.asked.filter((line) => line.startsWith('PUT')).length
const sorted = (map: ReadonlyMap<string, Buffer>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1))

describe('moving photos to a bucket', () => {
  it('copies those of the database, hidden ones and pictures too, and leaves the disk as it was', async () => {
    const before = await filesUnder(disk)
    expect(onDisk.size).toBe((PHOTOS + 2) * photoFormats.length)
    expect(await move()).toEqual({
      done: true,
      copied: onDisk.size,
      there: 0,
      ofNoPhoto: 1,
      removed: 0,
    })
    expect(sorted(bucket.files)).toEqual(sorted(onDisk))
    expect([...bucket.files.keys()].filter((name) => name.startsWith('hidden/'))).toHaveLength(
      photoFormats.length,
    )
    expect(await filesUnder(disk)).toEqual(before)
    const images = sharpBucketImages(files())
    for (const [name, bytes] of onDisk) {
      const [, id, file] = name.split('/') as [string, string, string]
      const open = name.startsWith('hidden/') ? images.openHidden : images.open
      const [width, format] = file.split('.') as [string, PhotoFormat]
      expect(await open(id, Number(width), format)).toEqual(bytes)
    }
  })

  it('can be stopped in the middle; the next time it copies only what is not there', async () => {
    const stopped = () => puts() >= 10
    const first = await move({ stopped })
    expect(first.done).toBe(false)
    expect(first.copied).toBeGreaterThanOrEqual(10)
    expect(first.copied).toBeLessThan(20)
    expect(bucket.files.size).toBe(first.copied)
    const left = onDisk.size - first.copied
    expect(await move()).toMatchObject({ done: true, copied: left, there: first.copied })
    expect(sorted(bucket.files)).toEqual(sorted(onDisk))
    expect(puts()).toBe(onDisk.size)
    expect(await move()).toMatchObject({ done: true, copied: 0, there: onDisk.size })
  })

  it('replaces what is there with other contents, even of the same size', async () => {
    fill()
    const [shorter, other] = [...onDisk.keys()]
    bucket.files.set(shorter!, Buffer.from('x'))
    bucket.files.set(other!, Buffer.alloc(onDisk.get(other!)!.length))
    expect(await move()).toMatchObject({ copied: 2 })
    expect(sorted(bucket.files)).toEqual(sorted(onDisk))
  })

  it('removes what was copied and has been deleted or hidden since, but no upload of these minutes', async () => {
    fill()
    const put = (id: string) => bucket.files.set(`${id.slice(-2)}/${id}/320.webp`, Buffer.from('x'))
    const hidden = [...onDisk.keys()].find((name) => name.startsWith('hidden/'))!.split('/')[1]!
    const [deleted, uploaded] = [v7({ msecs: Date.now() - 11 * 60_000 }), v7()]
    for (const id of [deleted, uploaded, hidden]) put(id)
    expect(await move()).toMatchObject({ done: true, there: onDisk.size, removed: 2 })
    expect(bucket.files.delete(`${uploaded.slice(-2)}/${uploaded}/320.webp`)).toBe(true)
    expect(sorted(bucket.files)).toEqual(sorted(onDisk))
  })

  it('removes nothing when the database has none of the photos on the disk', async () => {
    fill()
    const { size } = bucket.files
    const other = await freshDatabase()
    try {
      expect(await move({ db: other.connection.db })).toMatchObject({ done: true, removed: 0 })
    } finally {
      await other.drop()
    }
    expect(bucket.files.size).toBe(size)
  })

  it('refuses a folder that has none of the photos of the database, as of another DATA_DIR', async () => {
    fill()
    const { size } = bucket.files
    const none = join(folder, 'nowhere')
    await expect(move({ from: diskFiles(none) })).rejects.toThrow(new SettingError(NO_PHOTO_FILES))
    expect(bucket.files.size).toBe(size)
  })

  it('compares the files themselves where a bucket states another checksum', async () => {
    bucket.tagOf = () => 'd41d8cd98f00b204e9800998ecf8427e'
    expect(await move()).toMatchObject({ done: true, copied: onDisk.size })
    expect(await move()).toMatchObject({ done: true, copied: 0, there: onDisk.size })
  })

  it('says when a file did not arrive as it was sent', async () => {
    const losing = { ...files(), write: async () => {} }
    await expect(move({ to: losing })).rejects.toThrow(/did not arrive as it was sent/)
  })

  it('ends when the bucket is away, and goes on when it is back', async () => {
    const lost = { ...files() }
    const usual = lost.write
    lost.write = async (name, bytes) => {
      if (puts() >= 5) bucket.fault = 'slow-down'
      return usual(name, bytes)
    }
    // Several files are sent at once: the answer of the bucket comes first, or the breaker that it opened.
    await expect(move({ to: lost })).rejects.toThrow(/out of reach: (SlowDown|Down)$/)
    bucket.fault = null
    expect(await move()).toMatchObject({ done: true })
    expect(sorted(bucket.files)).toEqual(sorted(onDisk))
  })
})

describe('npm run images:move', () => {
  const program = resolve(import.meta.dirname, '../images-move.ts')
  /** On a busy machine a process takes long to start. */
  const whenItRuns = { timeout: 100_000, interval: 20 }
  const children: ChildProcess[] = []
  afterEach(() => children.forEach((child) => child.kill('SIGKILL')))

  function run(env: Record<string, string> = {}) {
    const child = spawn(process.execPath, [program], {
      env: {
        PATH: process.env.PATH!,
        ...compileCache,
        DATA_DIR: folder,
        DATABASE_URL: fixture.database.url!,
        IMAGES_URL: bucket.keys.url,
        IMAGES_REGION: bucket.keys.region,
        IMAGES_ACCESS_KEY_ID: bucket.keys.accessKeyId,
        IMAGES_SECRET_ACCESS_KEY: bucket.keys.secretAccessKey,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
    const ended = new Promise<{ code: number | null; output: string }>((done) =>
      child.on('close', (code) => done({ code, output })),
    )
    return { child, ended }
  }

  it.runIf(process.env.TEST_DATABASE === 'postgres')(
    'continues after it was stopped, and after it was killed',
    async () => {
      bucket.waitMs = 60
      const notified = run()
      await expect.poll(puts, whenItRuns).toBeGreaterThan(4)
      notified.child.kill('SIGTERM')
      const stopped = await notified.ended
      expect(stopped.code).toBe(1)
      expect(stopped.output).toContain('Stopped. Run it again to go on.')
      const killed = run()
      const before = bucket.files.size
      await expect.poll(() => bucket.files.size, whenItRuns).toBeGreaterThan(before + 3)
      killed.child.kill('SIGKILL')
      await killed.ended
      expect(bucket.files.size).toBeLessThan(onDisk.size)
      bucket.waitMs = 0
      const { code, output } = await run().ended
      expect(output).toMatch(/All photos are in the bucket: \d+ files were copied, \d+ were there\./)
      expect(output).toMatch(/^100 %: /m)
      expect(code).toBe(0)
      expect(sorted(bucket.files)).toEqual(sorted(onDisk))
    },
  )

  it.runIf(process.env.TEST_DATABASE === 'postgres').each([
    [{ IMAGES_URL: '', IMAGES_ACCESS_KEY_ID: '', IMAGES_SECRET_ACCESS_KEY: '' }, 'IMAGES_URL is missing'],
    [{ IMAGES_SECRET_ACCESS_KEY: 'another' }, 'IMAGES_URL: The secret does not fit the access key.'],
  ])('with %j says what is wrong and copies nothing', async (env, words) => {
    const { code, output } = await run(env as Record<string, string>).ended
    expect([code, output]).toEqual([1, expect.stringContaining(words)])
    expect(bucket.files.size).toBe(0)
  })
})
