import { beforeAll, describe, expect, it } from 'vitest'
import { fillCart, rent } from '#tests/support/people.ts'
import { withSite } from '#tests/support/with-site.ts'
import type { Fields } from '#tests/support/visitor.ts'

const site = withSite(['ramon', 'olivia', 'amihan'])
let listingId: string
let rentalId: string

beforeAll(async () => {
  listingId = await site.publish()
  rentalId = (await rent(site.services, site.cast.ramon, [await site.publish()])).rentalId
  await fillCart(site.services, site.cast.ramon, [listingId])
})

/** Every request that writes, as a logged-in person would send it. */
const writes: [string, 'ramon' | 'olivia' | 'amihan', () => Fields][] = [
  ['/logout', 'ramon', () => ({})],
  ['/cart', 'ramon', () => ({ intent: 'remove', listingId })],
  ['/api/favorites', 'ramon', () => ({ intent: 'add', listingId })],
  ['/checkout', 'ramon', () => ({ agreed: 'on' })],
  ['/profile/rental-tracker', 'olivia', () => ({ rentalId, action: 'approve' })],
  ['/profile/listings', 'olivia', () => ({ intent: 'delete', listingId })],
  ['/admin/listings', 'amihan', () => ({ intent: 'reject', listingId })],
  ['/api/photos', 'olivia', () => ({})],
  ['/chat', 'ramon', () => ({ intent: 'send', text: 'Hi' })],
  ['/login', 'ramon', () => ({})],
]

const foreign: [string, Record<string, string>][] = [
  ['another site says the browser', { 'sec-fetch-site': 'cross-site' }],
  ['a sister site says the browser', { 'sec-fetch-site': 'same-site' }],
  ['another origin, from an old browser', { origin: 'https://evil.test' }],
  ['an origin that only begins alike', { origin: 'http://localhost:3000.evil.test' }],
  ['nowhere, from a sandboxed frame', { origin: 'null' }],
  ['another page, from an old browser', { referer: 'https://evil.test/cart' }],
  ['nobody knows where', {}],
]

describe.each(writes)('a post to %s', (path, who, fields) => {
  // Case: 37
  it.each(foreign)('from %s is refused and writes nothing', async (_, headers) => {
    const before = await site.counts()
    for (const suffix of path.startsWith('/api') ? [''] : ['', '.data']) {
      const body = new URLSearchParams(fields() as Record<string, string>)
      const response = await site.visitor(who).send(path + suffix, { method: 'POST', body }, { headers })
      expect(response.status).toBe(403)
      expect(await response.json()).toEqual({
        error: {
          code: 'other-site',
          message: 'This request did not come from this site.',
          requestId: response.headers.get('x-request-id'),
        },
      })
    }
    expect(await site.counts()).toEqual(before)
  })

  it.each(['PUT', 'PATCH', 'DELETE'])('as %s from another site is refused too', async (method) => {
    const response = await site
      .visitor(who)
      .send(path, { method, body: 'x' }, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(response.status).toBe(403)
  })
})

describe('reading writes nothing', () => {
  // Case: 37
  it('whatever the address contains', async () => {
    const before = await site.counts()
    const rental = await site.services.db
      .selectFrom('rental')
      .selectAll()
      .where('id', '=', rentalId)
      .executeTakeFirst()
    for (const [path, who, fields] of writes) {
      const query = new URLSearchParams(fields() as Record<string, string>)
      for (const address of [`${path}?${query}`, `${path}.data?${query}`]) {
        const response = await site.visitor(who).get(address, { headers: { 'sec-fetch-site': 'cross-site' } })
        expect(response.status).toBeLessThan(500)
      }
    }
    for (const address of [
      `/profile/rental-tracker?ask=approve&rental=${rentalId}`,
      `/profile/listings?delete=${listingId}`,
      `/admin/listings?delete=${listingId}`,
      '/profile/listings?add=1',
    ])
      for (const who of ['ramon', 'olivia', 'amihan'] as const) await site.visitor(who).get(address)
    expect(await site.counts()).toEqual(before)
    expect(
      await site.services.db.selectFrom('rental').selectAll().where('id', '=', rentalId).executeTakeFirst(),
    ).toEqual(rental)
  })

  // Case: 37
  it('and no one is logged out by an image', async () => {
    const visitor = site.visitor('ramon')
    await visitor.get('/logout', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' } })
    expect((await visitor.get('/profile')).status).toBe(200)
  })
})

describe('a body that is too large is not read', () => {
  it.each([
    ['a form', 'application/x-www-form-urlencoded', 65 * 1024],
    ['JSON', 'application/json', 65 * 1024],
    ['anything', 'text/plain', 65 * 1024],
  ])('%s of more than 64 KiB', async (_, type, size) => {
    const before = await site.counts()
    for (const path of ['/login', '/cart', '/api/photos']) {
      const headers = {
        'content-type': type,
        'sec-fetch-site': 'same-origin',
        'content-length': String(size),
      }
      const response = await site
        .visitor('olivia')
        .send(path, { method: 'POST', body: 'x'.repeat(size) }, { headers })
      expect(response.status).toBe(413)
    }
    expect(await site.counts()).toEqual(before)
  })

  // Case: 35
  it('a photo of more than 10 MiB', async () => {
    const body = new Uint8Array(10 * 1024 * 1024 + 1)
    for (const length of [{ 'content-length': String(body.length) }, {}] as Record<string, string>[]) {
      const headers = { 'content-type': 'image/jpeg', 'sec-fetch-site': 'same-origin', ...length }
      const response = await site.visitor('olivia').send('/api/photos', { method: 'POST', body }, { headers })
      expect(response.status).toBe(413)
      expect(await response.json()).toMatchObject({
        error: { message: 'That file is larger than 10 MB. Please choose a smaller one.' },
      })
    }
  })
})
