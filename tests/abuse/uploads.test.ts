import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { Hono } from 'hono'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fieldsOf, messageBeside, textOf } from '#tests/support/html.ts'
import { accepted } from '#seeds/act.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import * as people from '#tests/support/people.ts'
import { tinyJpeg } from '#tests/support/people.ts'
import { by, testServices } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'
import { uploadEndpoint } from '#server/http/upload-endpoint.ts'
import { serve } from '#server/main.ts'

const site = withSite(['ramon', 'olivia', 'amihan'])
const text = (words: string) => new TextEncoder().encode(words)
const UNREADABLE = 'That file is not an image we can read.'

const upload = async (file: Uint8Array, type = 'image/jpeg') => {
  const headers = { 'content-type': type, 'sec-fetch-site': 'same-origin' }
  return site.visitor('olivia').send('/api/photos', { method: 'POST', body: file as BodyInit }, { headers })
}

const files: [string, () => Promise<Uint8Array> | Uint8Array][] = [
  [
    'an SVG with a script',
    () =>
      text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
  ],
  ['HTML named .jpg', () => text('<!doctype html><script>alert(1)</script>')],
  ['a script', () => text('alert(1)')],
  ['nothing', () => new Uint8Array()],
  [
    'a GIF',
    () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .gif()
        .toBuffer(),
  ],
  [
    'HTML behind the first bytes of a JPEG',
    () => new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...text('<script>alert(1)</script>')]),
  ],
  ['a PDF', () => text('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj')],
  [
    'XML that names a file of the server',
    () =>
      text(
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg ' +
          'xmlns="http://www.w3.org/2000/svg"><text>&f;</text></svg>',
      ),
  ],
]

describe('what is not a photo is refused, whatever it is called,', () => {
  // Case: 35
  it.each(files)('%s', async (_, make) => {
    const file = await make()
    const before = await site.counts()
    for (const type of ['image/jpeg', 'image/png', 'image/svg+xml']) {
      const response = await upload(file, type)
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ error: { code: 'unreadable', message: UNREADABLE } })
    }
    expect(await site.counts()).toEqual(before)
  })

  it('also in the plain form, which keeps what was typed', async () => {
    const before = await site.counts()
    const fields = {
      intent: 'add',
      title: 'Polyglot',
      categoryId: '2',
      pricePerDay: '100',
      description: 'A file.',
      tags: '',
      location: '',
      ownerTerms: '',
    }
    const photos = new File([text('<script>alert(1)</script>')], '../../../etc/x.jpg', { type: 'image/jpeg' })
    const response = await site.visitor('olivia').post('/profile/listings?add=1', { ...fields, photos })
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(textOf(html)).toContain(UNREADABLE)
    expect(html).toContain('value="Polyglot"')
    expect(await site.counts()).toEqual(before)
  })
})

it.each([
  ['one of 31 MiB', 'x.jpg: That file is larger than 10 MB.', () => [new Uint8Array(31 * 1024 * 1024)]],
  [
    '21 files',
    'A listing can have at most 8 photos.',
    async () => Array<Uint8Array>(21).fill(await tinyJpeg()),
  ],
])(
  'too many or too large photos in the plain form: it keeps all that was typed: %s',
  async (_, words, files) => {
    const form = new FormData()
    for (const [name, value] of [
      ['intent', 'add'],
      ['title', 'Before the photo'],
    ] as const)
      form.append(name, value)
    for (const file of await files()) form.append('photos', new File([file as BlobPart], 'x.jpg'))
    form.append('ownerTerms', 'After the photo')
    const headers = { 'sec-fetch-site': 'same-origin' }
    const visitor = site.visitor('olivia')
    const response = await visitor.send(
      '/profile/listings?add=1',
      { method: 'POST', body: form },
      { headers },
    )
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(messageBeside(html, 'photos')).toContain(words)
    expect(fieldsOf(html)).toMatchObject({ title: 'Before the photo', ownerTerms: 'After the photo' })
  },
)

it('a listing is added by the plain form with a file, without scripts', async () => {
  const fields = {
    intent: 'add',
    title: 'Plain form',
    categoryId: '2',
    pricePerDay: '100',
    description: 'A file.',
    tags: '',
    location: '',
    ownerTerms: '',
  }
  const photos = new File([(await tinyJpeg()) as BlobPart], 'tent.jpg', { type: 'image/jpeg' })
  const response = await site.visitor('olivia').post('/profile/listings?add=1', { ...fields, photos })
  expect(response.headers.get('location')).toBe('/profile/listings')
  const row = await site.services.db
    .selectFrom('listing')
    .select('status')
    .where('title', '=', 'Plain form')
    .executeTakeFirst()
  expect(row).toEqual({ status: 'available' })
})

it('a photo that is cut off on its way is refused, stores nothing, and is no error of the site', async () => {
  const photos = () => site.services.db.selectFrom('photo').select('id').execute()
  const before = await photos()
  const headers = { 'content-type': 'image/jpeg', 'sec-fetch-site': 'same-origin' }
  const body = new ReadableStream({
    start: (photo) => photo.enqueue(new Uint8Array(9)),
    pull: (photo) => photo.error(new Error('The sender disconnected.')),
  })
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit
  const sent = site.visitor('ramon').send('/api/photos?for=timeline', init, { headers })
  await expect(sent).rejects.toThrow('The sender disconnected.')
  // Its connection has ended once another request is answered.
  expect((await site.visitor('ramon').get('/about')).status).toBe(200)
  expect(await photos()).toEqual(before)
})

// Over a connection Node itself answers a body that ends too early, and nobody is there to read ours.
it('a photo that does not arrive whole is answered as such', async () => {
  const ctx = by(site.services, site.cast.ramon)
  const app = new Hono().post('/api/photos', uploadEndpoint(async () => ctx) as never)
  const body = new ReadableStream({ pull: (photo) => photo.error(new Error('aborted')) })
  const answer = await app.request('/api/photos?for=timeline', {
    method: 'POST',
    body,
    duplex: 'half',
  } as never)
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'cut-off' } }])
})

it('a renter’s photo for a rental or a dispute is one for each key, and nobody else sees it', async () => {
  const send = async (purpose: string, key: string) => {
    const headers = { 'content-type': 'image/jpeg', 'sec-fetch-site': 'same-origin', 'idempotency-key': key }
    const init = { method: 'POST', body: (await tinyJpeg()) as BodyInit }
    const answer = await site.visitor('ramon').send(`/api/photos?for=${purpose}`, init, { headers })
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { photo: { id: string; widths: number[] } }).photo
  }
  for (const [purpose, folder] of [
    ['timeline', 'rental-photos'],
    ['statement', 'images'],
  ] as const) {
    const [key, other] = [randomUUID(), randomUUID()]
    const first = await send(purpose, key)
    expect(await send(purpose, key)).toEqual(first)
    expect((await send(purpose, other)).id).not.toBe(first.id)
    // A key that is none is no key.
    expect((await send(purpose, '1')).id).not.toBe((await send(purpose, '1')).id)
    const address = `/${folder}/${first.id}/${first.widths[0]}.webp`
    const seen = async (who?: 'ramon' | 'olivia' | 'amihan') => (await site.visitor(who).get(address)).status
    expect([await seen('ramon'), await seen('olivia'), await seen('amihan'), await seen()]).toEqual([
      200, 404, 404, 404,
    ])
  }
})

it('a checklist in the plain form that is refused keeps its photo, which is saved with the corrected one', async () => {
  const { cast, services } = site
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const { rentalId } = await people.rent(services, cast.ramon, [listingId])
  accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'approve' }))
  const fields = { intent: 'check', condition: 'Dry.', parts: '' }
  const photos = new File([(await tinyJpeg()) as BlobPart], 'front.jpg', { type: 'image/jpeg' })
  const long = { ...fields, serial: 'x'.repeat(101), photos }
  const refused = await site.visitor('ramon').post(`/handover/${rentalId}`, long)
  expect(refused.status).toBe(422)
  const html = await refused.text()
  const photoId = /src="\/rental-photos\/([0-9a-f-]{36})\//.exec(html)![1]!
  expect(html).toContain(`name="photoIds" checked="" value="${photoId}"`)
  const corrected = { ...fields, serial: 'SN 1', photoIds: photoId }
  const stranger = await site.visitor('olivia').post(`/handover/${rentalId}`, corrected)
  expect(stranger.status).toBe(422)
  expect(textOf(await stranger.text())).toContain('One of these photos is no longer here.')
  const saved = await site.visitor('ramon').post(`/handover/${rentalId}`, corrected)
  expect(saved.headers.get('location')).toBe(`/profile/rental-tracker/${rentalId}`)
  const seen = await site.visitor('olivia').get(`/rental-photos/${photoId}/40.webp`)
  expect(seen.status).toBe(200)
})

// Case: 35
it('a photo that claims 30,000 by 30,000 pixels is refused before it is decoded', async () => {
  const picture = { create: { width: 9, height: 9, channels: 3, background: 'red' } } as const
  const png = await sharp(picture).png().toBuffer()
  // The header is the first chunk: its name at 12, width and height at 16 and 20, its checksum at 29.
  png.writeUInt32BE(30_000, 16)
  png.writeUInt32BE(30_000, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  const before = await site.counts()
  const response = await upload(png, 'image/png')
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({
    error: { message: 'That image has too many pixels. At most 50 megapixels, please.' },
  })
  expect(await site.counts()).toEqual(before)
})

// Case: 35
it('a stored photo has no trace of its place, nor of data hidden behind it', async () => {
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
    .withExif({
      IFD0: { Artist: 'Olivia Santos' },
      IFD3: { GPSLatitude: '14/1 35/1 0/1', GPSLatitudeRef: 'N' },
    })
    .jpeg()
    .toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const polyglot = Buffer.concat([photo, Buffer.from('<script>alert(document.cookie)</script>')])
  const response = await upload(polyglot)
  const { photo: kept } = (await response.json()) as { photo: { id: string; widths: number[] } }
  for (const width of kept.widths) {
    const bytes = Buffer.from(
      await (await site.visitor('olivia').get(`/images/${kept.id}/${width}.webp`)).arrayBuffer(),
    )
    const { exif, xmp, iptc, format } = await sharp(bytes).metadata()
    expect({ exif, xmp, iptc, format }).toEqual({
      exif: undefined,
      xmp: undefined,
      iptc: undefined,
      format: 'webp',
    })
    expect(bytes.toString('latin1')).not.toMatch(/script|Olivia|GPS|Exif/)
  }
})

// Case: 35
it.each([
  '/images/..%2f..%2f..%2fetc%2fpasswd/320.webp',
  '/images/../../etc/passwd',
  '/images/00000000-0000-0000-0000-000000000000/320.webp',
  '/images/00000000-0000-0000-0000-000000000000/..%2f320.webp',
  '/images/00000000-0000-0000-0000-00000000000%00/320.webp',
  '/assets/../server/index.js',
  '/assets/..%2f..%2fserver%2findex.js',
  '/.env',
  '/.git/config',
  '/package.json',
  '/server/main.ts',
])('no other file of the server is served: %s', async (path) => {
  const response = await site.visitor().get(path)
  expect(response.status).toBe(404)
})

// Spec: S9.18
it('what is uploaded may take ten minutes to arrive, and no longer', async () => {
  const services = await testServices(site.services.connection)
  const settings = { ...services.settings, port: 0, host: '127.0.0.1' }
  const { mail, close } = services
  const running = await serve({ settings, services, mail, emulator: null, ping: async () => {}, close })
  try {
    expect(running.server.requestTimeout).toBe(10 * 60_000)
  } finally {
    await running.stop()
  }
})
