import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pictureIdOf } from '#domain/account/picture.ts'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { tinyJpeg } from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { updateProfile } from './update-profile.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia'])
const same = { fullName: 'Ramon Dela Cruz', location: 'Cebu', removePicture: false, picture: null }
const save = (changes: Partial<Parameters<typeof updateProfile>[1]> = {}, who = fixture.cast.ramon) =>
  updateProfile(by(fixture.services, who), { ...same, ...changes })
const row = (id = fixture.cast.ramon.id) =>
  fixture.services.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const files = async () => {
  fixture.services.clock.set(new Date(Date.now() + 3_600_000))
  await doEffects(fixture.services)
  fixture.services.clock.set(NOW)
}

describe('saving one’s profile', () => {
  // Spec: S7.14, D4
  it('parts the full name, keeps the place, and notes what changed without saying into what', async () => {
    accepted(await save({ fullName: 'Ramón Luis Dela Cruz', location: 'Iloilo City' }))
    expect(await row()).toMatchObject({
      name: '',
      firstName: 'Ramón Luis',
      lastName: 'Dela Cruz',
      publicName: 'Ramón Luis D.',
      location: 'Iloilo City',
      updatedAt: NOW,
    })
    accepted(await save({ fullName: 'Ramon Dela Cruz', location: '' }))
    expect(await row()).toMatchObject({ firstName: 'Ramon', location: null })
    const { detail } = await fixture.services.db
      .selectFrom('event')
      .select('detail')
      .where('action', '=', 'edit-profile')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    expect(detail).toEqual({ changed: ['name', 'location'] })
  })

  it('refuses a new name that says that the person works for the site; who has one keeps it', async () => {
    expect(await save({ fullName: 'Hiram Admin' })).toMatchObject({ ok: false, reason: 'name' })
    const { db } = fixture.services
    const rename = (firstName: string, lastName: string) =>
      db.updateTable('account').set({ firstName, lastName }).where('id', '=', fixture.cast.ramon.id).execute()
    await rename('Hiram', 'Admin')
    accepted(await save({ fullName: 'Hiram Admin', location: 'Cebu' }))
    await rename('Ramon', 'Dela Cruz')
  })

  it('of a verified person ends the verification with another name, and with nothing else', async () => {
    const set = (verificationStatus: 'verified' | 'rejected') =>
      fixture.services.db
        .updateTable('account')
        .set({ verificationStatus })
        .where('id', '=', fixture.cast.ramon.id)
        .execute()
    await set('verified')
    accepted(await save({ location: 'Davao', picture: await tinyJpeg() }))
    expect(await row()).toMatchObject({ verificationStatus: 'verified' })
    accepted(await save({ fullName: 'Jose Reyes' }))
    expect(await row()).toMatchObject({ verificationStatus: 'unverified' })
    const { detail } = await fixture.services.db
      .selectFrom('event')
      .select('detail')
      .where('action', '=', 'edit-profile')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(detail).toEqual({ changed: ['name', 'location', 'verification'] })
    await set('rejected')
    accepted(await save())
    expect(await row()).toMatchObject({ verificationStatus: 'rejected' })
  })

  it('keeps a new picture square and without metadata; the file of the one before goes by the outbox', async () => {
    const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
      .withExif({ IFD0: { Artist: 'Ramon' } })
      .jpeg()
      .toBuffer()
    accepted(await save({ picture: photo }))
    const first = pictureIdOf((await row()).image)!
    const bytes = (await fixture.services.images.open(first, 320))!
    const meta = await sharp(bytes).metadata()
    expect(meta).toMatchObject({ width: 320, height: 320, format: 'webp' })
    expect(meta.exif).toBeUndefined()
    accepted(await save({ picture: await tinyJpeg() }))
    const second = pictureIdOf((await row()).image)!
    await files()
    expect(await fixture.services.images.open(first, 320)).toBeNull()
    expect(await fixture.services.images.open(second, 320)).not.toBeNull()
    accepted(await save())
    expect(pictureIdOf((await row()).image)).toBe(second)
    accepted(await save({ removePicture: true }))
    await files()
    expect((await row()).image).toBeNull()
    expect(await fixture.services.images.open(second, 320)).toBeNull()
  })

  it.each([
    ['what is no image', () => new TextEncoder().encode('<svg onload=alert(1)>'), 'unreadable'],
    ['more than 10 MB', () => new Uint8Array(10 * 1024 * 1024 + 1), 'too-large'],
  ])('with a picture that is %s is refused and changes nothing', async (_, file, reason) => {
    const before = await row()
    expect(await save({ fullName: 'New Name', picture: file() })).toMatchObject({ reason })
    expect(await row()).toEqual(before)
  })

  it('of a deleted account, or by a guest, is refused', async () => {
    const { db } = fixture.services
    await db
      .updateTable('account')
      .set({ deletedAt: NOW })
      .where('id', '=', fixture.cast.katrina.id)
      .execute()
    expect(await save({ picture: await tinyJpeg() }, fixture.cast.katrina)).toMatchObject({
      reason: 'not-found',
    })
    expect(await updateProfile(by(fixture.services), { ...same })).toMatchObject({ reason: 'login' })
  })

  it('is limited, for each account on its own', async () => {
    const { olivia } = fixture.cast
    for (let i = 0; i < 60; i++) await fixture.services.limits.take('profileUpdates', olivia.id)
    expect(await save({}, olivia)).toMatchObject({ reason: 'limit' })
    accepted(await save())
  })
})
