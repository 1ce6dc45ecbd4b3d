import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bucketFiles } from '#gateways/images/bucket-files.ts'
import { type BucketEmulator, startBucketEmulator } from '#gateways/images/emulator.ts'
import { photoFormats } from '#domain/photo/format.ts'
import { ImagesAway } from '#gateways/images/port.ts'
import { sharpBucketImages } from '#gateways/images/sharp-bucket.ts'
import { uploadPrivatePhoto } from '#server/photo/upload-photo.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { messageBeside, textOf } from '#tests/support/html.ts'
import { listThing, review, tinyJpeg, uploadTiny } from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { testApp, Visitor, type TestApp } from '#tests/support/visitor.ts'
import { sweepOld } from '#tests/support/sweep.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'olivia', 'amihan'])
const AWAY = 'Photos can’t be saved at the moment. Please try again in a few minutes.'

let bucket: BucketEmulator
let app: TestApp
/** The site's services, with photos in a bucket; each test begins with an empty cache. */
let services: typeof site.services
const openBucket = async () => {
  const files = bucketFiles({
    ...bucket.keys,
    readMs: 200,
    writeMs: 200,
    retryDelayMs: 1,
    breakAfter: Number.MAX_SAFE_INTEGER,
  })
  services = { ...site.services, images: sharpBucketImages(files) }
  app = await testApp(services)
}
beforeAll(async () => {
  bucket = await startBucketEmulator()
  await openBucket()
})
afterEach(() => {
  bucket.fault = null
})
afterAll(() => bucket.close())

const visitor = (who?: keyof typeof site.cast) => new Visitor(app, services, who && site.cast[who])
const anUpload = async () => {
  const headers = { 'content-type': 'image/jpeg', 'sec-fetch-site': 'same-origin' }
  const body = (await tinyJpeg()) as BodyInit
  return visitor('olivia').send('/api/photos', { method: 'POST', body }, { headers })
}

describe('photos in a bucket', () => {
  it('are served by the server: public ones cached for a minute, private ones not cached', async () => {
    const listingId = await listThing(services, site.cast.olivia)
    const { id } = await services.db
      .selectFrom('photo')
      .select('id')
      .where('listingId', '=', listingId)
      .executeTakeFirstOrThrow()
    const at = `/images/${id}/40.webp`
    expect((await visitor().get(at)).status).toBe(404)
    const own = await visitor('olivia').get(at)
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    // What is printed of a private photo is the hash of its WebP.
    const accepting = await visitor('olivia').get(at, { headers: { accept: 'image/avif,image/webp' } })
    expect(accepting.headers.get('content-type')).toBe('image/webp')
    await review(services, site.cast.amihan, listingId)
    const shown = await visitor().get(at)
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
    expect(shown.headers.get('location')).toBeNull()
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(bucket.files.get(`${id.slice(-2)}/${id}/40.webp`))
    expect([shown.headers.get('content-type'), shown.headers.get('vary')]).toEqual(['image/webp', 'Accept'])
    const accept = 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8'
    const smaller = await visitor().get(at, { headers: { accept } })
    expect([smaller.headers.get('content-type'), smaller.headers.get('vary')]).toEqual([
      'image/avif',
      'Accept',
    ])
    expect(smaller.headers.get('etag')).not.toBe(shown.headers.get('etag'))
    expect(Buffer.from(await smaller.arrayBuffer())).toEqual(
      bucket.files.get(`${id.slice(-2)}/${id}/40.avif`),
    )
    const unnamed = await visitor().get(at, { headers: { accept: 'image/webp;q=0.5,image/*' } })
    expect(unnamed.headers.get('content-type')).toBe('image/webp')
    const ofSafari = await visitor().get(at, { headers: { accept: 'image/webp,image/avif,image/*;q=0.8' } })
    expect(ofSafari.headers.get('content-type')).toBe('image/avif')
    const asked = bucket.asked.length
    const again = await visitor().get(at, { headers: { 'if-none-match': shown.headers.get('etag')! } })
    expect([again.status, bucket.asked.length]).toEqual([304, asked])
  })

  it('are asked of the bucket in the widths that they have only', async () => {
    const listingId = await listThing(services, site.cast.olivia)
    await review(services, site.cast.amihan, listingId)
    const { db } = services
    const photo = await db
      .selectFrom('photo')
      .select('id')
      .where('listingId', '=', listingId)
      .executeTakeFirstOrThrow()
    const picture = randomUUID()
    const image = `/images/${picture}/320.webp`
    await db.updateTable('account').set({ image }).where('id', '=', site.cast.ramon.id).execute()
    const asked = bucket.asked.length
    for (const at of [
      `/images/${photo.id}/41.webp`,
      `/images/${photo.id}/0.webp`,
      `/images/${picture}/321.webp`,
    ])
      for (const who of [undefined, 'olivia', 'amihan'] as const)
        expect((await visitor(who).get(at, { headers: { accept: 'image/avif' } })).status).toBe(404)
    expect(bucket.asked.length).toBe(asked)
    await visitor().get(image)
    expect(bucket.asked.length).toBe(asked + 1)
  })

  it.each(['down', 'hang', 'slow-down', 'nonsense'] as const)(
    'that is %s are answered with 503 to whoever may see them, in time, and the rest of the site works',
    async (fault) => {
      const listingId = await listThing(services, site.cast.olivia)
      await review(services, site.cast.amihan, listingId)
      const { id } = await services.db
        .selectFrom('photo')
        .select('id')
        .where('listingId', '=', listingId)
        .executeTakeFirstOrThrow()
      bucket.fault = fault
      for (const at of [`/images/${id}/40.webp`, `/og/listing/${listingId}.jpg`]) {
        const began = performance.now()
        const answer = await visitor().get(at)
        expect([at, answer.status]).toEqual([at, 503])
        expect(answer.headers.get('retry-after')).toBe('30')
        expect(await answer.json()).toMatchObject({ error: { code: 'photos-away' } })
        expect(performance.now() - began).toBeLessThan(3000)
      }
      const inBrowser = await visitor().get(`/images/${id}/40.webp`, { headers: { accept: 'text/html' } })
      expect([inBrowser.status, textOf(await inBrowser.text())]).toEqual([
        503,
        expect.stringContaining('Photos can’t be shown at the moment.'),
      ])
      expect((await visitor().get(`/listing/${listingId}`)).status).toBe(200)
    },
  )

  it('are not taken while it is away: what was typed is kept, what came through goes later', async () => {
    bucket.fault = 'internal-error'
    const before = await site.counts()
    const refused = await anUpload()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await refused.json()).toMatchObject({ error: { code: 'photos-away', message: AWAY } })
    const picture = new File([(await tinyJpeg()) as BlobPart], 'me.jpg', { type: 'image/jpeg' })
    const saved = await visitor('ramon').post('/profile/settings', {
      intent: 'profile',
      fullName: 'Ramon Dela Cruz',
      location: 'Iloilo',
      picture,
    })
    const html = await saved.text()
    expect([saved.status, messageBeside(html, 'picture')]).toEqual([503, expect.stringContaining(AWAY)])
    expect(html).toContain('value="Iloilo"')
    expect(await site.counts()).toEqual({ ...before, effect: before.effect! + 2 })
    bucket.fault = null
    const files = [...bucket.files.keys()]
    const lost = { ...services.images, hide: () => Promise.reject(new ImagesAway('Timeout')) }
    const halfway = await uploadPrivatePhoto(
      by({ ...services, images: lost }, site.cast.ramon),
      await tinyJpeg(),
    )
    expect(halfway).toMatchObject({ reason: 'photos-away' })
    expect(bucket.files.size).toBe(files.length + photoFormats.length)
    services.clock.set(new Date(NOW.getTime() + 600_000))
    await doEffects(services)
    services.clock.set(NOW)
    expect([...bucket.files.keys()]).toEqual(files)
    expect((await anUpload()).status).toBe(200)
  })

  it('are removed by the outbox, which tries again when the bucket is away', async () => {
    const photoId = await uploadTiny(services, site.cast.olivia)
    const files = () => [...bucket.files.keys()].filter((name) => name.includes(photoId))
    expect(files()).toHaveLength(photoFormats.length)
    services.clock.set(new Date(NOW.getTime() + 24 * 3_600_000 + 1))
    await sweepOld(services, 'unusedPhotos')
    bucket.fault = 'slow-down'
    const work = () => doEffects(services)
    await work()
    expect(files()).toHaveLength(photoFormats.length)
    const waiting = await services.db
      .selectFrom('effect')
      .select('lastError')
      .where('kind', '=', 'remove-photo')
      .where('doneAt', 'is', null)
      .execute()
    expect(waiting.map(({ lastError }) => lastError)).toContain('ImagesAway SlowDown')
    bucket.fault = null
    services.clock.set(new Date(NOW.getTime() + 24 * 3_600_000 + 60_000))
    await work()
    services.clock.set(NOW)
    expect(files()).toEqual([])
  })
})
