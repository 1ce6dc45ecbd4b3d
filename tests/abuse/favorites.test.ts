import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { textOf } from '#tests/support/html.ts'
import { listThing } from '#tests/support/people.ts'
import { withSite } from '#tests/support/with-site.ts'
import { toastOf, type Fields } from '#tests/support/visitor.ts'

const site = withSite(['ramon', 'katrina', 'olivia', 'amihan'], {
  limits: { favorites: { points: 40, seconds: 60 } },
})
type Who = 'ramon' | 'katrina' | 'olivia' | 'amihan'
const json = { headers: { accept: 'application/json' } }
let listingId: string

beforeAll(async () => void (listingId = await site.publish({ title: 'Olivia’s tent' })))
beforeEach(() => site.services.db.deleteFrom('favorite').execute())

const press = (who: Who | undefined, fields: Fields, sending = {}) =>
  site.visitor(who).post('/api/favorites', fields, sending)
const kept = () => site.services.db.selectFrom('favorite').select(['accountId', 'listingId']).execute()

describe('a favourite button without scripts', () => {
  it('is a form that returns to its page, and shows the change', async () => {
    const visitor = site.visitor('ramon')
    const pressed = await visitor.post('/api/favorites', {
      listingId,
      intent: 'add',
      from: '/products?search=tent',
    })
    expect(pressed.status).toBe(302)
    expect(pressed.headers.get('location')).toBe(`/products?search=tent#heart-${listingId}`)
    expect(await (await visitor.get('/products?search=tent')).text()).toMatch(/aria-pressed="true"/)
    expect(textOf(await (await visitor.get('/profile/favorites')).text())).toContain('Olivia’s tent')
    await visitor.post('/api/favorites', { listingId, intent: 'remove', from: '/profile/favorites' })
    expect(textOf(await (await visitor.get('/profile/favorites')).text())).toContain(
      "You haven't favorited any items yet...",
    )
  })

  it.each([
    ['http://localhost:3000/products?search=tent', '/products?search=tent'],
    ['https://evil.test//evil.test', '/profile/favorites'],
    ['about:blank', '/profile/favorites'],
  ])('returns to the page that the browser names: from %s to %s', async (referer, page) => {
    const pressed = await press('ramon', { listingId, intent: 'add' }, { headers: { referer } })
    expect(pressed.headers.get('location')).toBe(`${page}#heart-${listingId}`)
  })

  it('sends a guest to the log-in with the reason, and back afterwards', async () => {
    const before = await site.counts()
    const referer = 'http://localhost:3000/products'
    for (const [from, headers] of [
      [{ from: '/products' }, {}],
      [{}, { referer }],
    ]) {
      const pressed = await press(undefined, { listingId, intent: 'add', ...from }, { headers })
      expect(pressed.headers.get('location')).toBe('/login?next=%2Fproducts')
      expect(toastOf(pressed)).toBe('Please log in to favorite items.')
    }
    expect(await site.counts()).toEqual(before)
  })

  it.each(['https://evil.test/', '//evil.test', '/\\evil.test', '/login', 'x'.repeat(5000)])(
    'redirects nowhere else: not to %s',
    async (from) => {
      const pressed = await press('ramon', { listingId, intent: 'add', from })
      expect(pressed.headers.get('location')).toBe(`/profile/favorites#heart-${listingId}`)
    },
  )

  // Spec: S8.15
  it('says why it did nothing', async () => {
    const pressed = await press('olivia', { listingId, intent: 'add', from: '/' })
    expect(toastOf(pressed)).toBe('Error updating favorites: You cannot favorite your own item.')
  })
})

describe('a favourite that is sent by hand', () => {
  it.each<[string, Who | undefined, number, string]>([
    ['a guest', undefined, 401, 'Please log in to favorite items.'],
    ['an admin', 'amihan', 403, 'Admins can’t favorite items. Please use a renter account.'],
    ['the owner', 'olivia', 403, 'You cannot favorite your own item.'],
  ])('by %s is refused', async (_, who, status, message) => {
    const pressed = await press(who, { listingId, intent: 'add' }, json)
    expect(pressed.status).toBe(status)
    expect(await pressed.json()).toMatchObject({ ok: false, message })
    expect(await kept()).toEqual([])
  })

  it.each<[string, () => Fields | Promise<Fields>, number]>([
    ['a listing that never was', () => ({ listingId: randomUUID(), intent: 'add' }), 404],
    [
      'one that waits for review',
      async () => ({ listingId: await listThing(site.services, site.cast.olivia), intent: 'add' }),
      404,
    ],
    ['no listing', () => ({ intent: 'add' }), 422],
    ['something else than an id', () => ({ listingId: "' or 1=1 --", intent: 'add' }), 422],
    ['two listings', () => ({ listingId: [listingId, listingId], intent: 'add' }), 422],
    ['another wish', () => ({ listingId, intent: 'toggle' }), 422],
    ['another person’s account', () => ({ listingId, intent: 'add', accountId: site.cast.katrina.id }), 422],
    ['a count of its own', () => ({ listingId, intent: 'add', favoriteCount: '999' }), 422],
    ['a file for an id', () => ({ listingId: new Blob(['x']), intent: 'add' }), 422],
  ])('for %s is refused and writes nothing', async (_, fields, status) => {
    const sent = await fields()
    const before = await site.counts()
    const pressed = await press('ramon', sent, json)
    expect(pressed.status).toBe(status)
    expect(await pressed.json()).toMatchObject({ ok: false })
    expect(await site.counts()).toEqual(before)
  })

  it('that removes, removes only one’s own', async () => {
    await press('ramon', { listingId, intent: 'add' }, json)
    expect((await press('katrina', { listingId, intent: 'remove' }, json)).status).toBe(200)
    expect(await kept()).toEqual([{ accountId: site.cast.ramon.id, listingId }])
    expect(textOf(await (await site.visitor('katrina').get('/profile/favorites')).text())).not.toContain(
      'Olivia’s tent',
    )
  })

  it('is refused after too many, with the time to wait', async () => {
    const answers = []
    for (let i = 0; i < 45; i++)
      answers.push(await press('katrina', { listingId, intent: i % 2 ? 'remove' : 'add' }, json))
    const last = answers.at(-1)!
    expect(last.status).toBe(429)
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await last.json()).toMatchObject({ message: expect.stringMatching(/Please try again in/) })
  })
})

describe('the page of favourites', () => {
  it('is for renters and owners; guests and admins are sent away', async () => {
    for (const who of ['ramon', 'olivia'] as const)
      expect((await site.visitor(who).get('/profile/favorites')).status).toBe(200)
    expect((await site.visitor().get('/profile/favorites')).headers.get('location')).toBe('/')
    expect((await site.visitor('amihan').get('/profile/favorites')).headers.get('location')).toBe('/admin')
  })

  it.each(['', 'x', Buffer.from('["now()","x"]').toString('base64url'), '%27', 'é'.repeat(300)])(
    'takes a cursor it didn’t write (%j) for the first page',
    async (after) => {
      await press('ramon', { listingId, intent: 'add' }, json)
      const path = `/profile/favorites?after=${encodeURIComponent(after)}`
      expect(textOf(await (await site.visitor('ramon').get(path)).text())).toContain('Olivia’s tent')
    },
  )

  it('has nothing but the title of a listing that is no longer public', async () => {
    const gone = await site.publish({ title: 'Withdrawn kite', description: 'Secret plans inside.' })
    await press('ramon', { listingId: gone, intent: 'add' }, json)
    await site.services.db
      .updateTable('listing')
      .set({ status: 'rejected', location: 'Secret cove' })
      .where('id', '=', gone)
      .execute()
    const html = await (await site.visitor('ramon').get('/profile/favorites')).text()
    expect(textOf(html)).toContain('No longer listed')
    expect(html).toContain('Withdrawn kite')
    expect(html).not.toMatch(/Secret (plans|cove)/)
    expect(html).not.toContain(`/listing/${gone}`)
  })
})
