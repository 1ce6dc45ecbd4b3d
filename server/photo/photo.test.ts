import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, testServices } from '#tests/support/services.ts'
import { sweepOld } from '#tests/support/sweep.ts'
import { withServices } from '#tests/support/with-services.ts'
import { findOwnPhotos } from './queries.ts'
import { uploadPhoto } from './upload-photo.ts'

const fixture = withServices(['olivia', 'diego'])
const upload = (file: Uint8Array, who = fixture.cast.olivia) =>
  uploadPhoto(by(fixture.services, who), people.owner(who), file)
const photos = async () =>
  (await fixture.services.db.selectFrom('photo').select('id').execute()).map(({ id }) => id)

describe('uploading a photo', () => {
  it('keeps it for its uploader, in several widths', async () => {
    const file = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'navy' } })
      .jpeg()
      .toBuffer()
    const { photo } = accepted(await upload(file))
    expect(photo).toMatchObject({ width: 800, height: 600, widths: [320, 640, 800] })
    for (const width of photo.widths) {
      const bytes = await fixture.services.images.open(photo.id, width)
      expect(await sharp(bytes!).metadata()).toMatchObject({ format: 'webp', width })
    }
    const row = await fixture.services.db
      .selectFrom('photo')
      .selectAll()
      .where('id', '=', photo.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ ownerId: fixture.cast.olivia.id, listingId: null, createdAt: NOW })
  })

  it('that is repeated with its key is the same photo, also at the same time, and for nobody else', async () => {
    const [key, file] = [randomUUID(), await people.tinyJpeg()]
    const send = async (who = fixture.cast.olivia) =>
      accepted(await uploadPhoto(by(fixture.services, who), people.owner(who), file, key)).photo.id
    const before = await photos()
    const [first, second] = await Promise.all([send(), send()])
    expect(second).toBe(first)
    expect(await send()).toBe(first)
    const of = await send(fixture.cast.diego)
    expect(of).not.toBe(first)
    expect((await photos()).filter((id) => !before.includes(id)).toSorted()).toEqual([first, of].toSorted())
  })

  it('of somebody who was suspended while it was on its way is refused and stores nothing', async () => {
    const before = await photos()
    const set = (suspendedAt: Date | null, suspendedBy: string | null, suspensionReason: string | null) =>
      fixture.services.db
        .updateTable('account')
        .set({ suspendedAt, suspendedBy, suspensionReason })
        .where('id', '=', fixture.cast.olivia.id)
        .execute()
    await set(NOW, fixture.cast.diego.id, 'Scams')
    const verdict = await upload(await people.tinyJpeg())
    await set(null, null, null)
    expect(verdict).toMatchObject({ reason: 'login' })
    expect(await photos()).toEqual(before)
  })

  // Spec: D13
  it('of what is not a photo is refused and stores nothing', async () => {
    const before = await photos()
    const html = new TextEncoder().encode('<script>alert(1)</script>')
    expect(await upload(html)).toEqual({
      ok: false,
      reason: 'unreadable',
      message: 'That file is not an image we can read.',
    })
    expect(await photos()).toEqual(before)
  })

  // Spec: D13
  it('of a HEIC photo is refused with what to choose instead', async () => {
    const heic = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from('ftypheic\0\0\0\0mif1heic'),
      Buffer.alloc(64),
    ])
    expect(await upload(heic)).toEqual({
      ok: false,
      reason: 'unreadable',
      message: 'We can’t read HEIC photos. Please choose a JPEG, PNG, WebP or AVIF.',
    })
  })

  it('of more than 10 MiB is refused before it is looked at', async () => {
    const large = new Uint8Array(10 * 1024 * 1024 + 1)
    expect(await upload(large)).toEqual({
      ok: false,
      reason: 'too-large',
      message: 'That file is larger than 10 MB. Please choose a smaller one.',
    })
  })

  it('is limited an hour, and an unreadable file counts', async () => {
    const strict = await testServices(fixture.services.connection, {
      limits: { uploads: { points: 2, seconds: 3600 } },
    })
    const uploading = (file: Uint8Array) =>
      uploadPhoto(by(strict, fixture.cast.diego), people.owner(fixture.cast.diego), file)
    expect(await uploading(new Uint8Array(9))).toMatchObject({ reason: 'unreadable' })
    accepted(await uploading(await people.tinyJpeg()))
    expect(await uploading(await people.tinyJpeg())).toMatchObject({ reason: 'limit' })
    await strict.close()
  })
})

it('someone’s own uploads are found in the order asked for, and never another’s', async () => {
  const [a, b] = [
    await people.uploadTiny(fixture.services, fixture.cast.olivia),
    await people.uploadTiny(fixture.services, fixture.cast.olivia),
  ]
  const theirs = await people.uploadTiny(fixture.services, fixture.cast.diego)
  const found = await findOwnPhotos(fixture.services.db, people.owner(fixture.cast.olivia), [b, theirs, a])
  expect(found.map(({ id }) => id)).toEqual([b, a])
})

describe('the files of an upload', () => {
  const jobs = async (at: Date) => {
    fixture.services.clock.set(at)
    await doEffects(fixture.services)
    fixture.services.clock.set(NOW)
  }
  const later = new Date(NOW.getTime() + 600_000)

  it('are removed when the process ends before it has written the row', async () => {
    let photoId = ''
    const store: typeof fixture.services.images.store = async (id, image) => {
      await fixture.services.images.store((photoId = id), image)
      throw new Error('the process ends')
    }
    const dying = {
      ...by(fixture.services, fixture.cast.olivia),
      images: { ...fixture.services.images, store },
    }
    const upload = uploadPhoto(dying, people.owner(fixture.cast.olivia), await people.tinyJpeg())
    await expect(upload).rejects.toThrow('the process ends')
    await jobs(NOW)
    expect(await fixture.services.images.open(photoId, 40)).not.toBeNull()
    await jobs(later)
    expect(await fixture.services.images.open(photoId, 40)).toBeNull()
  })

  it('stay once the row is written', async () => {
    const photoId = await people.uploadTiny(fixture.services, fixture.cast.olivia)
    await jobs(later)
    expect(await fixture.services.images.open(photoId, 40)).not.toBeNull()
  })

  it('get no row when their removal has begun', async () => {
    const before = await photos()
    const store: typeof fixture.services.images.store = async (id, image) => {
      await fixture.services.images.store(id, image)
      await jobs(later)
    }
    const slow = {
      ...by(fixture.services, fixture.cast.olivia),
      images: { ...fixture.services.images, store },
    }
    expect(await uploadPhoto(slow, people.owner(fixture.cast.olivia), await people.tinyJpeg())).toMatchObject(
      {
        reason: 'photos-away',
      },
    )
    expect(await photos()).toEqual(before)
  })
})

describe('sweeping', () => {
  it('leaves an upload that was repeated with its key for another day', async () => {
    const { services, cast } = fixture
    const [key, file] = [randomUUID(), await people.tinyJpeg()]
    const send = async () =>
      accepted(await uploadPhoto(by(services, cast.olivia), people.owner(cast.olivia), file, key)).photo.id
    const first = await send()
    services.clock.set(new Date(NOW.getTime() + 13 * 3_600_000))
    expect(await send()).toBe(first)
    services.clock.set(new Date(NOW.getTime() + 25 * 3_600_000))
    await sweepOld(services, 'unusedPhotos')
    services.clock.set(NOW)
    expect(await photos()).toContain(first)
  })

  it('removes what no listing took within a day, with its files, and nothing else', async () => {
    const { services, cast } = fixture
    const listingId = await people.listThing(services, cast.diego)
    const taken = await services.db
      .selectFrom('photo')
      .select('id')
      .where('listingId', '=', listingId)
      .executeTakeFirstOrThrow()
    const old = await people.uploadTiny(services, cast.olivia)
    services.clock.set(new Date(NOW.getTime() + 2 * 3_600_000))
    const young = await people.uploadTiny(services, cast.olivia)
    services.clock.set(new Date(NOW.getTime() + 24 * 3_600_000))
    await sweepOld(services, 'unusedPhotos')
    expect(await photos()).toEqual(expect.arrayContaining([taken.id, old, young]))
    services.clock.set(new Date(NOW.getTime() + 24 * 3_600_000 + 1))
    expect(await sweepOld(services, 'unusedPhotos')).toBeGreaterThan(0)
    await doEffects(services)
    services.clock.set(NOW)
    const left = await photos()
    expect(left).toEqual(expect.arrayContaining([taken.id, young]))
    expect(left).not.toContain(old)
    expect(await services.images.open(old, 40)).toBeNull()
    expect(await services.images.open(young, 40)).not.toBeNull()
  })
})
