import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { updateProfile } from '#server/account/update-profile.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import { listThing, rent, review, tinyJpeg, uploadTiny } from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
type Who = keyof typeof site.cast
const people = ['guest', 'ramon', 'katrina', 'olivia', 'diego', 'amihan'] as const

const get = (who: Who | 'guest', path: string, headers: Record<string, string> = {}) =>
  site.visitor(who === 'guest' ? undefined : who).get(path, { headers })

/** Who can open a photo below `/images`. */
async function whoOpens(photoId: string): Promise<string[]> {
  const opened: string[] = []
  for (const who of people) {
    const { status } = await get(who, `/images/${photoId}/40.webp`)
    if (status === 200) opened.push(who)
    else expect(status).toBe(404)
  }
  return opened
}

const photoOf = async (listingId: string) =>
  (
    await site.services.db
      .selectFrom('photo')
      .select('id')
      .where('listingId', '=', listingId)
      .executeTakeFirstOrThrow()
  ).id

const change = (listingId: string, to: Partial<Record<'archivedAt' | 'pausedAt', Date>>) =>
  site.services.db.updateTable('listing').set(to).where('id', '=', listingId).execute()

const takeDown = (listingId: string) =>
  site.services.db
    .updateTable('listing')
    .set({ takenDownAt: NOW, takenDownBy: site.cast.amihan.id, takeDownReason: 'Stolen.' })
    .where('id', '=', listingId)
    .execute()

describe('a photo', () => {
  it('that is in no listing yet is its uploader’s alone', async () => {
    expect(await whoOpens(await uploadTiny(site.services, site.cast.olivia))).toEqual(['olivia'])
  })

  it('of a listing that waits or was rejected is its owner’s and the admins’, public once approved', async () => {
    const listingId = await listThing(site.services, site.cast.olivia)
    const photoId = await photoOf(listingId)
    expect(await whoOpens(photoId)).toEqual(['olivia', 'amihan'])
    await review(site.services, site.cast.amihan, listingId)
    expect(await whoOpens(photoId)).toEqual([...people])
    await review(site.services, site.cast.amihan, listingId, 'rejected')
    expect(await whoOpens(photoId)).toEqual(['olivia', 'amihan'])
  })

  it.each([
    ['was taken down', takeDown],
    ['is paused', (id: string) => change(id, { pausedAt: NOW })],
    ['is archived', (id: string) => change(id, { archivedAt: NOW })],
  ])('of a listing that %s stays with those who rented it, and nobody else who knows it', async (_, hide) => {
    const listingId = await site.publish()
    const photoId = await photoOf(listingId)
    accepted(await sendMessage(by(site.services, site.cast.katrina), { to: { listingId }, text: 'Hi' }))
    const { orderNumber } = await rent(site.services, site.cast.ramon, [listingId])
    await site.services.db
      .updateTable('rental')
      .set({ status: 'Cancelled' })
      .where('listingId', '=', listingId)
      .execute()
    await site.services.db
      .updateTable('listing')
      .set({ status: 'approved' })
      .where('id', '=', listingId)
      .execute()
    expect(await whoOpens(photoId)).toEqual([...people])
    await hide(listingId)
    expect(await whoOpens(photoId)).toEqual(['ramon', 'olivia', 'amihan'])
    const tracker = await (await get('ramon', '/profile/rental-tracker')).text()
    expect(tracker).toContain(orderNumber)
    expect(tracker).toContain(`/images/${photoId}/`)
  })

  it('of a listing that is rented out stays with those who talk about it or keep it, too', async () => {
    const listingId = await site.publish()
    const photoId = await photoOf(listingId)
    accepted(
      await sendMessage(by(site.services, site.cast.katrina), { to: { listingId }, text: 'Is it dry?' }),
    )
    await rent(site.services, site.cast.ramon, [listingId])
    expect(await whoOpens(photoId)).toEqual(['ramon', 'katrina', 'olivia', 'amihan'])
    await takeDown(listingId)
    expect(await whoOpens(photoId)).toEqual(['ramon', 'olivia', 'amihan'])
    const chat = await get('katrina', `/chat?listingId=${listingId}`)
    const page = await (await get('katrina', chat.headers.get('location')!)).text()
    expect(page).not.toContain(photoId)
  })

  it('of a public listing, and its sharing picture, are out of every cache within a minute', async () => {
    const listingId = await site.publish()
    const photoId = await photoOf(listingId)
    const addresses = [`/images/${photoId}/40.webp`, `/og/listing/${listingId}.jpg`]
    for (const address of addresses) {
      const { headers } = await get('guest', address)
      expect(headers.get('cache-control')).toBe('public, max-age=60')
      const again = { 'if-none-match': headers.get('etag')! }
      expect((await get('guest', address, again)).status).toBe(304)
      await takeDown(listingId)
      expect((await get('guest', address, again)).status).toBe(404)
      await site.services.db
        .updateTable('listing')
        .set({ takenDownAt: null, takenDownBy: null, takeDownReason: null })
        .where('id', '=', listingId)
        .execute()
    }
    await takeDown(listingId)
    const own = await get('olivia', addresses[0]!)
    expect(own.headers.get('cache-control')).toBe('private, no-store')
  })

  it('that is the picture of an account is for everyone, and gone once it is replaced', async () => {
    const ctx = by(site.services, site.cast.katrina)
    const form = { fullName: 'Katrina Ocampo', location: '', removePicture: false }
    accepted(await updateProfile(ctx, { ...form, picture: await tinyJpeg() }))
    const { image } = await site.services.db
      .selectFrom('account')
      .select('image')
      .where('id', '=', site.cast.katrina.id)
      .executeTakeFirstOrThrow()
    expect((await get('guest', image!)).status).toBe(200)
    accepted(await updateProfile(ctx, { ...form, removePicture: true, picture: null }))
    expect((await get('guest', image!)).status).toBe(404)
  })
})
