import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { deleteAccount } from '#server/account/delete-account.ts'
import { personalDataOf } from '#tests/support/personal-data.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { messageBeside, textOf } from '#tests/support/html.ts'
import { aForm, owner as asOwner } from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { sweepOld } from '#tests/support/sweep.ts'
import { withSite } from '#tests/support/with-site.ts'
import { addListing } from '#server/listing/add-listing.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'diego', 'amihan'], {
  limits: { messages: { points: 200, seconds: 60 } },
})
const UNREADABLE = 'That file is not an image we can read.'
const asFile = (bytes: Uint8Array, name = 'tent.jpg', type = 'image/jpeg') =>
  new File([bytes as BlobPart], name, { type })
const text = (words: string) => new TextEncoder().encode(words)

let address: string
let api: string
/** A photo as a phone takes it: its metadata has the place and the author. */
let taken: Uint8Array

beforeAll(async () => {
  const listingId = await site.publish({ title: 'A tent to show' })
  const sent = await site
    .visitor('ramon')
    .post(`/chat?listingId=${listingId}`, { intent: 'send', text: 'Hi' })
  address = sent.headers.get('location')!
  api = address.replace('/chat?', '/api/messages?')
  taken = await sharp({ create: { width: 700, height: 500, channels: 3, background: '#c66b3d' } })
    .withExif({
      IFD0: { Artist: 'Ramon Dela Cruz' },
      IFD3: { GPSLatitude: '14/1 35/1 0/1', GPSLatitudeRef: 'N' },
    })
    .jpeg()
    .toBuffer()
})

const messages = () => site.services.db.selectFrom('message').selectAll().orderBy('id').execute()
const newest = async () => (await messages()).at(-1)!
const photos = () => site.services.db.selectFrom('photo').selectAll().where('inChat', '=', true).execute()

async function send(fields: Record<string, string | Blob>, who: 'ramon' | 'katrina' | 'olivia' = 'ramon') {
  const response = await site.visitor(who).post(api, { intent: 'send', text: '', ...fields })
  const answer = (await response.json()) as {
    ok: boolean
    message: { photo: { id: string; widths: number[] } }
  }
  return { status: response.status, ...answer }
}

describe('a photo in a conversation', () => {
  it('is sent by the plain form, with a text or alone, and shown with words for who can’t see it', async () => {
    const sent = await site
      .visitor('ramon')
      .post(address, { intent: 'send', text: 'Like this', photo: asFile(taken) })
    expect(sent.headers.get('location')).toBe(address)
    expect(await newest()).toMatchObject({ body: 'Like this', sender: 'renter', photoId: expect.any(String) })
    await site.visitor('olivia').post(address, { intent: 'send', text: '', photo: asFile(taken) })
    const { photoId } = await newest()
    const html = await (await site.visitor('ramon').get(address)).text()
    expect(html).toContain(`/chat-photos/${photoId}/`)
    expect(html).toMatch(/alt="Photo from Olivia S./)
    const list = await (await site.visitor('ramon').get('/profile/messages')).text()
    expect(textOf(list)).toContain('Photo')
  })

  it('is available to its two people only, not cached on the way, and never among public photos', async () => {
    const { message } = await send({ photo: asFile(taken) })
    for (const width of message.photo.widths) {
      const at = `/chat-photos/${message.photo.id}/${width}.webp`
      for (const who of ['ramon', 'olivia'] as const) {
        const response = await site.visitor(who).get(at)
        expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
      }
      for (const who of ['katrina', 'diego', 'amihan', undefined] as const)
        expect((await site.visitor(who).get(at)).status).toBe(404)
      for (const elsewhere of ['images', 'claim-photos'])
        expect((await site.visitor('ramon').get(at.replace('chat-photos', elsewhere))).status).toBe(404)
    }
    const { photoId } = (await messages()).find((each) => each.photoId)!
    expect((await site.visitor('ramon').get(`/chat-photos/${photoId}/..%2f320.webp`)).status).toBe(404)
  })

  it('has nothing left of where it was taken, nor of what was hidden behind it', async () => {
    const polyglot = Buffer.concat([taken, Buffer.from('<script>alert(document.cookie)</script>')])
    const { message } = await send({ photo: asFile(polyglot) })
    for (const width of message.photo.widths) {
      const response = await site.visitor('olivia').get(`/chat-photos/${message.photo.id}/${width}.webp`)
      const bytes = Buffer.from(await response.arrayBuffer())
      const { exif, xmp, iptc, format } = await sharp(bytes).metadata()
      expect([exif, xmp, iptc, format]).toEqual([undefined, undefined, undefined, 'webp'])
      expect(bytes.toString('latin1')).not.toMatch(/script|Ramon|GPS|Exif/)
    }
  })

  it.each([
    ['an SVG with a script', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML named .jpg', text('<!doctype html><script>alert(1)</script>')],
    ['HTML behind the first bytes of a JPEG', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...text('<script>')])],
    ['a PDF', text('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj')],
  ])('is not %s: refused beside its field, with the text kept and nothing sent', async (_, bytes) => {
    const before = await site.counts()
    const photo = asFile(bytes, '../../../etc/x.jpg')
    const response = await site
      .visitor('ramon')
      .post(address, { intent: 'send', text: 'Look at this', photo })
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(messageBeside(html, 'photo')).toContain(UNREADABLE)
    expect(html).toContain('Look at this')
    expect(await send({ photo })).toMatchObject({ status: 422, message: UNREADABLE })
    expect(await site.counts()).toEqual(before)
  })

  it('is one a message, and of at most 10 MB', async () => {
    const before = await site.counts()
    const large = asFile(new Uint8Array(10 * 1024 * 1024 + 1))
    expect(await send({ photo: large })).toMatchObject({ ok: false, message: expect.stringMatching(/10 MB/) })
    const two = new FormData()
    for (const [name, value] of [
      ['intent', 'send'],
      ['text', ''],
    ] as const)
      two.append(name, value)
    for (let i = 0; i < 2; i++) two.append('photo', asFile(taken))
    const headers = { 'sec-fetch-site': 'same-origin' }
    const response = await site.visitor('ramon').send(api, { method: 'POST', body: two }, { headers })
    expect(await response.json()).toMatchObject({ ok: false, message: 'One photo a message, please.' })
    expect(await site.counts()).toEqual(before)
  })

  it('can’t be sent by a stranger, and its id gives no access', async () => {
    const { photoId } = (await messages()).find((each) => each.photoId)!
    const before = await messages()
    expect(await send({ photo: asFile(taken) }, 'katrina')).toMatchObject({ status: 404 })
    expect(await send({ text: 'Mine now', photoId: photoId! }, 'olivia')).toMatchObject({ status: 422 })
    expect(await messages()).toEqual(before)
  })

  it('is stored once however often it is sent', async () => {
    const clientId = randomUUID()
    const before = (await messages()).length
    const [first, again] = [
      await send({ clientId, photo: asFile(taken) }),
      await send({ clientId, photo: asFile(taken) }),
    ]
    expect([first.ok, again.ok]).toEqual([true, true])
    const { photoId } = await newest()
    expect([first, again].map(({ message }) => message.photo.id)).toEqual([photoId, photoId])
    expect(await messages()).toHaveLength(before + 1)
    const other = await sharp({ create: { width: 90, height: 300, channels: 3, background: 'navy' } })
      .png()
      .toBuffer()
    await send({ clientId, photo: asFile(other, 'other.png', 'image/png') })
    expect(await messages()).toHaveLength(before + 2)
  })

  // Case: 28
  it('can’t be used for a listing, nor a listing’s photo for a message', async () => {
    const { olivia } = site.cast
    await send({ photo: asFile(taken) }, 'olivia')
    const { photoId } = await newest()
    const listing = addListing(by(site.services, olivia), asOwner(olivia), aForm({ photoIds: [photoId!] }))
    expect(await listing).toMatchObject({ ok: false, reason: 'photos' })
  })
})

describe('the end of a photo', () => {
  it('no message took it: swept after a day; one that was sent stays', async () => {
    const clientId = randomUUID()
    await send({ clientId, photo: asFile(taken) })
    const { photoId } = await newest()
    await send({ clientId, photo: asFile(taken) })
    const sent = (await messages()).flatMap((message) => message.photoId ?? []).sort()
    expect((await photos()).length).toBeGreaterThan(sent.length)
    site.services.clock.set(new Date(NOW.getTime() + 24 * 3_600_000 + 1))
    await sweepOld(site.services, 'unusedPhotos')
    site.services.clock.set(NOW)
    expect((await photos()).map(({ id }) => id).sort()).toEqual(sent)
    expect(await site.services.images.openHidden(photoId!, 320)).not.toBeNull()
  })

  it('its writer’s data has its address, the other’s does not', async () => {
    const dataOf = async (who: 'ramon' | 'olivia') =>
      JSON.stringify((await personalDataOf(by(site.services, site.cast[who]))).sections.messagesWritten)
    await send({ text: 'For my records', photo: asFile(taken) })
    const { photoId } = await newest()
    expect(await dataOf('ramon')).toContain(`/chat-photos/${photoId}/`)
    expect(await dataOf('olivia')).not.toContain(photoId)
  })

  it('its writer’s account is deleted: it is gone for good, and its message says so', async () => {
    const { services, cast } = site
    await send({ photo: asFile(taken) })
    const { photoId, id } = await newest()
    accepted(await deleteAccount(by(services, cast.amihan), { accountId: cast.ramon.id }))
    await doEffects(services)
    expect((await messages()).find((each) => each.id === id)).toMatchObject({
      photoId: null,
      photoGone: true,
    })
    expect(await services.images.openHidden(photoId!, 320)).toBeNull()
    const html = await (await site.visitor('olivia').get(address)).text()
    expect(html).not.toContain(photoId)
    expect(textOf(html)).toContain('This photo was deleted.')
    expect(textOf(html)).toContain('This person has left. They can no longer read messages.')
  })
})
