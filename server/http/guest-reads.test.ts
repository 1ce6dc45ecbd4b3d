import type { Kysely } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#db/schema.ts'
import { testApp, Visitor } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'olivia', 'amihan'])
let asked: Record<'current' | 'recent' | 'primary', number>
let listingId: string
let open: (path: string, who?: 'ramon') => Promise<number>

beforeAll(async () => {
  listingId = await site.publish({ title: 'Kayak' })
  const { services } = site
  const counted = (name: keyof typeof asked): Kysely<Database> =>
    services.db.withPlugin({
      transformQuery({ node }) {
        asked[name]++
        return node
      },
      transformResult: async ({ result }) => result,
    })
  const guestReads = { ...services.guestReads, current: counted('current'), recent: counted('recent') }
  const app = await testApp({ ...services, db: counted('primary'), guestReads })
  open = async (path, who) => (await new Visitor(app, services, who && site.cast[who]).get(path)).status
})
beforeEach(() => void (asked = { current: 0, recent: 0, primary: 0 }))

test.each<[string, keyof typeof asked, () => string]>([
  ['a page that is cached', 'current', () => '/'],
  ['a listing', 'current', () => `/listing/${listingId}`],
  ['a listing that is not there', 'current', () => '/listing/0199a000-0000-7000-8000-000000000000'],
  ['a search', 'recent', () => '/products?search=kayak'],
  ['a page’s data', 'recent', () => '/products.data'],
  ['suggestions', 'recent', () => '/api/suggestions?q=kay'],
  ['the sitemap', 'recent', () => '/sitemap.xml'],
  ['a page about a mailed link', 'primary', () => '/reset-password?token=made-up'],
])('for a guest %s reads from %s', async (_, from, path) => {
  expect([200, 404, 410]).toContain(await open(path()))
  expect(asked[from]).toBeGreaterThan(0)
  expect({ ...asked, [from]: 0 }).toEqual({ current: 0, recent: 0, primary: 0 })
})

test('who is logged in reads from the primary, as their own changes are there', async () => {
  for (const path of ['/', '/products?search=kayak', `/listing/${listingId}`, '/api/suggestions?q=kay'])
    expect(await open(path, 'ramon')).toBe(200)
  expect(asked.primary).toBeGreaterThan(0)
  expect(asked).toMatchObject({ current: 0, recent: 0 })
})
