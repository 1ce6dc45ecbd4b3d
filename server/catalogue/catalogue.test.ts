import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { guest } from '#domain/actor.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { walk } from '#tests/support/walk.ts'
import { withServices } from '#tests/support/with-services.ts'
import { editListing } from '../listing/edit-listing.ts'
import { moderateListing } from '../listing/moderate-listing.ts'
import { browseCatalogue } from './browse-catalogue.ts'
import { countPublicListings, popularListings } from './popular-listings.ts'
import { refreshSearch } from './refresh-search.ts'
import { suggestListings } from './suggest-listings.ts'
import { readTextQuery } from './text-query.ts'

const many = { newListings: { points: 1000, seconds: 60 }, uploads: { points: 1000, seconds: 60 } }
const fixture = withServices(['olivia', 'diego', 'amihan', 'ramon'], { limits: many })

const [CAMPING, TOOLS, GAMING] = [2, 3, 7]
let minute = 0

/** Adds public listings, each a minute newer than the one before. */
async function publish(changes: Parameters<typeof people.aForm>[0] = {}) {
  fixture.services.clock.set(new Date(NOW.getTime() + ++minute * 60_000))
  return people.listApproved(
    fixture.services,
    { owner: fixture.cast.olivia, admin: fixture.cast.amihan },
    changes,
  )
}
const browse = (request: Parameters<typeof browseCatalogue>[1]) =>
  browseCatalogue(fixture.services.db, request)
const titles = async (search: string, categoryId?: number) =>
  (await browse({ search, categoryId })).listings.map((listing) => listing.title)

const listingsOf = async (categoryId: number) =>
  (
    await fixture.services.db
      .selectFrom('listingSearch')
      .select('listingId')
      .where('categoryId', '=', categoryId)
      .execute()
  ).map(({ listingId }) => listingId)

/** Reads every page from the first to the last, and calls `between` between two of them. */
const browseAll = (request: Parameters<typeof browseCatalogue>[1], between = async () => {}) =>
  walk(async (after) => {
    const { listings, next } = await browse({ ...request, after })
    await between()
    return { items: listings.map(({ id }) => id), next }
  })

describe('browsing', () => {
  let drills: string[]
  beforeAll(async () => {
    drills = []
    for (let i = 0; i < 53; i++)
      drills.push(await publish({ title: 'Drill', categoryId: TOOLS, tags: 'heavy duty' }))
    // Several have the same time: only the id orders them.
    const at = new Date('2026-11-20T00:00:00.123Z')
    await fixture.services.db
      .updateTable('listing')
      .set({ createdAt: at } as never)
      .where('id', 'in', drills.slice(10, 40))
      .execute()
  })

  // Spec: S7.9, S9.25, D15
  it('gives pages of 24, the newest first, each listing once', async () => {
    const pages = await browseAll({ categoryId: TOOLS })
    expect(pages.map((page) => page.length)).toEqual([24, 24, 5])
    expect(pages.flat().sort()).toEqual(drills.toSorted())
    expect(pages[0]![0]).toBe(drills.at(-1))
  })

  it('returns each listing exactly once even while listings are added and removed', async () => {
    const pages = await browseAll(
      { categoryId: TOOLS },
      async () => void drills.push(await publish({ title: 'Late drill', categoryId: TOOLS })),
    )
    const seen = pages.flat()
    expect(new Set(seen).size).toBe(seen.length)
    expect(drills.slice(0, 53).filter((id) => !seen.includes(id))).toEqual([])
  })

  it('gives each match of a search exactly once, over all pages', async () => {
    const pages = await browseAll({ search: 'drill', categoryId: TOOLS })
    const seen = pages.flat()
    expect(seen).toHaveLength(drills.length)
    expect(new Set(seen).size).toBe(drills.length)
  })

  it('finds the same after the hot listings were marked anew', async () => {
    await refreshSearch(fixture.services)
    const hot = await fixture.services.db
      .selectFrom('listingSearch')
      .select('listingId')
      .where('hot', '=', true)
      .execute()
    expect(hot.length).toBeGreaterThan(0)
    const pages = await browseAll({ search: 'drill' })
    expect(new Set(pages.flat()).size).toBe(drills.length)
  })

  it('returns nothing of another category, and nothing for an unknown one', async () => {
    expect((await browse({ categoryId: GAMING })).listings).toEqual([])
    expect((await browse({ categoryId: 999 })).listings).toEqual([])
  })

  it.each([
    '',
    'x',
    'bnVsbA',
    Buffer.from('["now()","x"]').toString('base64url'),
    Buffer.from('[1,2,3]').toString('base64url'),
    'é'.repeat(500),
  ])('takes a cursor it didn’t write (%j) for the first page', async (after) => {
    const page = await browse({ categoryId: TOOLS, after })
    expect(page.listings).toHaveLength(24)
    expect((await browse({ search: 'drill', after })).listings).toHaveLength(24)
  })
})

describe('a card', () => {
  it('shows the owner by first name and initial, never their email', async () => {
    await publish({ title: 'Tripod', categoryId: GAMING })
    const [card] = (await browse({ search: 'tripod' })).listings
    expect(card).toMatchObject({ title: 'Tripod', ownerName: 'Olivia S.', categoryName: 'Gaming' })
    expect(JSON.stringify(card)).not.toContain('hiram.test')
    expect(card!.photo).not.toBeNull()
  })
})

describe('searching', () => {
  beforeAll(async () => {
    await publish({ title: 'Canvas bell tent', description: 'Sleeps four.', tags: 'camping, beach' })
    await publish({ title: 'Rope', description: 'Holds any tent in a typhoon.', tags: 'hiking' })
    await publish({ title: 'Ube cake stand', description: 'Three tiers.', tags: 'dessert', categoryId: 8 })
    await publish({ title: 'Peñafrancia lantern', description: 'Capiz.', tags: 'fiesta', categoryId: 4 })
    await publish({ title: 'Own down jacket', description: 'It was over too soon.' })
    await publish({ title: 'PA system', description: 'Loud.' })
    await publish({ title: 'Solar system', description: 'With a panel.' })
  })

  // Spec: S2.21
  it.each([
    ['a word of the title', 'bell', ['Canvas bell tent']],
    ['a tag', 'beach', ['Canvas bell tent']],
    ['a word of the description only, after those by title', 'tent', ['Canvas bell tent', 'Rope']],
    ['the beginning of a word', 'canv', ['Canvas bell tent']],
    ['the beginning of a word that is longer than its stem', 'hikin', ['Rope']],
    ['a word and a letter', 'canvas t', ['Canvas bell tent']],
    ['a stop word and a letter', 'the canvas b', ['Canvas bell tent']],
    ['capitals', 'CANVAS Bell', ['Canvas bell tent']],
    ['another form of the word', 'tents', ['Canvas bell tent', 'Rope']],
    ['letters with marks', 'peñafrancia', ['Peñafrancia lantern']],
    ['words that have to occur together', 'canvas rope', []],
    ['a title’s word that is a stop word', 'down', ['Own down jacket']],
    ['stop words only, which have to occur together', 'own down', ['Own down jacket']],
    ['a stop word that is in a description only', 'over', []],
    ['words between which Filipino ones stand', 'tent na canvas para sa beach', ['Canvas bell tent']],
    ['words between which English ones stand', 'canvas tent for the beach', ['Canvas bell tent']],
    ['a word beside an amount', '₱500 tent', ['Canvas bell tent', 'Rope']],
    ['a word beside an amount as it is typed', 'canvas tent php 1,500.00', ['Canvas bell tent']],
    ['a word beside a range of amounts', '₱500-1000 canvas tent', ['Canvas bell tent']],
    ['a word beside another range of amounts', '1k - ₱1.5k pesos canvas tent', ['Canvas bell tent']],
    ['a word before Filipino ones', 'canvas tent para sa', ['Canvas bell tent']],
    ['a word before English ones', 'canvas tent for the', ['Canvas bell tent']],
    ['a word of things that joins others in Filipino', 'pa system', ['PA system']],
  ])('finds by %s', async (_, search, found) => {
    expect(await titles(search)).toEqual(found)
  })

  // Spec: S5.10
  it.each([
    ['a part of a word', 'anter', ['Peñafrancia lantern']],
    ['parts of two words', 'anvas ell', ['Canvas bell tent']],
    ['a part of a tag', 'sser', ['Ube cake stand']],
    ['the name of its category', 'Party & Events', ['Peñafrancia lantern']],
    ['words of the name of its category', 'event art', ['Peñafrancia lantern']],
    ['a word of the description and one of the category', 'capiz events', []],
    ['a single letter, which is in the name of every category', 'ä', []],
  ])('finds by %s, if no listing has the words', async (_, search, found) => {
    for (const sort of [undefined, 'newest', 'price-low'] as const)
      expect(await browse({ search, sort })).toMatchObject({
        listings: found.map((title) => ({ title })),
        next: null,
        correctedTo: null,
      })
    expect((await browse({ search, categoryId: GAMING })).listings).toEqual([])
  })

  it.each([undefined, 'newest', 'rating'] as const)(
    'gives each listing of a category that a search names once, over all pages, ordered by %s',
    async (sort) => {
      const ids = await listingsOf(TOOLS)
      const pages = await browseAll({ search: 'tools', sort })
      expect(pages.flat().toSorted()).toEqual(ids.toSorted())
      expect(pages.length).toBeGreaterThan(2)
    },
  )

  it('finds listings without a category by the word that stands in its place', async () => {
    const id = await publish({ title: 'Stray kite' })
    await fixture.services.db.updateTable('listing').set({ categoryId: null }).where('id', '=', id).execute()
    expect(await titles('uncategorized')).toEqual(['Stray kite'])
  })

  it.each([
    ['tnet', 'tent', 'Canvas bell tent'],
    ['cnavas', 'canvas', 'Canvas bell tent'],
    ['lantren', 'lantern', 'Peñafrancia lantern'],
    ['lantren capiz', 'lantern capiz', 'Peñafrancia lantern'],
    ['solarsystem', 'solar system', 'Solar system'],
    ['canvas tent Dumaguete', 'canvas tent', 'Canvas bell tent'],
    ['canvas tent P500', 'canvas tent', 'Canvas bell tent'],
    ['may lanterns ba kayo', 'lantern', 'Peñafrancia lantern'],
    ['solar bells systems', 'solar', 'Solar system'],
  ])('corrects %s to %s and says so', async (typo, word, title) => {
    const page = await browse({ search: typo })
    expect(page.correctedTo).toBe(word)
    expect(page.listings.map((listing) => listing.title)).toContain(title)
  })

  it.each([
    ['anter', null],
    ['lantren', 'lantern'],
  ])('of %s with a place in another list begins at its first page', async (search, correctedTo) => {
    const { next } = await browse({})
    for (const after of [next, 'broken']) {
      const page = await browse({ search, after })
      expect(page).toMatchObject({ listings: [{ title: 'Peñafrancia lantern' }], correctedTo })
    }
  })

  it('corrects nothing that is too different', async () => {
    expect(await browse({ search: 'qqqqqqqq' })).toEqual({ listings: [], next: null, correctedTo: null })
  })

  it.each([
    ['Fujifilm X-T30 II, silver, with 35mm f/2', ['f/2', 'x-t30', '35mm f/2']],
    ['Quiet inverter generator, 2.2 kVA', ['2.2 kva', '2.2']],
    ["Nanay’s wok (14-inch), women's choice", ['nanay’s', "women's", '14-inch']],
  ])('finds %s by its exact title and its signs', async (title, parts) => {
    await publish({ title })
    for (const search of [title, ...parts]) expect(await titles(search), search).toContain(title)
  })

  it('keeps to the category', async () => {
    expect(await titles('tent', CAMPING)).toEqual(['Canvas bell tent', 'Rope'])
    expect(await titles('tent', GAMING)).toEqual([])
  })

  it.each([
    "' OR 1=1 --",
    "'; drop table listing; --",
    '%',
    '_',
    '*',
    'a & | ! ( )',
    ':*',
    '<->',
    '{"$ne":1}',
    '(a+)+$',
    '\\',
    '\u0000',
    '\ud800',
    '😀',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    'x'.repeat(10_000),
    'canvas '.repeat(2_000),
  ])('reads %j literally', async (search) => {
    const page = await browse({ search })
    expect(page.listings.length).toBeLessThanOrEqual(24)
    if (!search.startsWith('canvas')) expect(page.listings).toEqual([])
    expect(await countPublicListings(fixture.services.db)).toBeGreaterThan(50)
  })
})

// Spec: D9
describe('what is not approved is never found', () => {
  const everywhere = async (word: string) => [
    ...(await titles(word)),
    ...(await browse({})).listings.map(({ title }) => title).filter((title) => title.includes(word)),
    ...(await popularListings(fixture.services.db, GAMING))
      .map(({ title }) => title)
      .filter((title) => title.includes(word)),
  ]
  const vocabulary = async (word: string) =>
    (
      await fixture.services.db
        .selectFrom('searchTerm')
        .select('listingCount')
        .where('word', '=', word)
        .executeTakeFirst()
    )?.listingCount

  it.each(['available', 'rejected', 'unavailable'] as const)('while %s', async (status) => {
    const word = `zither${status}`
    const listingId = await publish({ title: word, categoryId: GAMING })
    expect(await everywhere(word)).toHaveLength(3)
    expect(await vocabulary(word)).toBe(1)
    await fixture.services.db.updateTable('listing').set({ status }).where('id', '=', listingId).execute()
    expect(await everywhere(word)).toEqual([])
    expect(await vocabulary(word)).toBeUndefined()
  })

  it('when deleted', async () => {
    const listingId = await publish({ title: 'zitherdeleted', categoryId: GAMING })
    await fixture.services.db
      .updateTable('listing')
      .set({ archivedAt: NOW })
      .where('id', '=', listingId)
      .execute()
    expect(await everywhere('zitherdeleted')).toEqual([])
    expect(await vocabulary('zitherdeleted')).toBeUndefined()
  })

  it('from being listed until it is accepted', async () => {
    const listingId = await people.listThing(fixture.services, fixture.cast.olivia, {
      title: 'zitherwaiting',
      categoryId: GAMING,
    })
    expect(await everywhere('zitherwaiting')).toEqual([])
    const review = { listingId, decision: 'approved' as const }
    accepted(await moderateListing(...people.asAdmin(fixture.services, fixture.cast.amihan), review))
    expect(await everywhere('zitherwaiting')).toHaveLength(3)
  })

  it('under a name it no longer has, whose words nobody is corrected to', async () => {
    const listingId = await publish({ title: 'Harmonium', categoryId: GAMING })
    const photos = await fixture.services.db
      .selectFrom('photo')
      .select('id')
      .where('listingId', '=', listingId)
      .execute()
    const form = people.aForm({ title: 'Melodica', categoryId: GAMING, photoIds: photos.map(({ id }) => id) })
    accepted(await editListing(by(fixture.services, fixture.cast.olivia), { listingId, form }))
    expect(await titles('harmonium')).toEqual([])
    expect(await vocabulary('harmonium')).toBeUndefined()
    expect(await titles('melodica')).toEqual(['Melodica'])
    expect((await browse({ search: 'melodcia' })).correctedTo).toBe('melodica')
  })
})

describe('popular listings', () => {
  // Spec: S9.11
  it('are at most six: the most rented first, then the newest', async () => {
    const titlesOf = async () => (await popularListings(fixture.services.db, 5)).map(({ title }) => title)
    for (let i = 1; i <= 8; i++) await publish({ title: `Ball ${i}`, categoryId: 5 })
    expect(await titlesOf()).toEqual(['Ball 8', 'Ball 7', 'Ball 6', 'Ball 5', 'Ball 4', 'Ball 3'])
    const rented = { categoryId: 5, bookableWhileRented: true }
    const [once, twice] = [
      await publish({ ...rented, title: 'Rented once' }),
      await publish({ ...rented, title: 'Rented twice' }),
    ]
    await publish({ title: 'Ball 9', categoryId: 5 })
    for (const [listingId, startDate] of [
      [once, '2026-11-25'],
      [twice, '2026-11-25'],
      [twice, '2026-11-28'],
    ] as const)
      await people.rent(fixture.services, fixture.cast.ramon, [listingId], { startDate })
    expect((await titlesOf()).slice(0, 3)).toEqual(['Rented twice', 'Rented once', 'Ball 9'])
  })
})

describe('a search by one way to write a thing finds the other', () => {
  beforeAll(async () => {
    for (const title of [
      'Pocket wifi',
      'Router with Wi-Fi 6',
      'Powerbank, 20000mAh',
      'Power bank, 10000 mAh',
      'Toy car 4x4',
      'Tyre chains, 4 x 4',
      'Roof rack 4×4',
      'Canopy 3×3m',
      'Crate 3×3×2',
      'Lens 50mm',
      'Lens, 50 mm, f/2',
      'PS5 console',
      'PlayStation 5 with two controllers',
      'Mountain bicycle',
      'Balance bike',
      'Aircon, 1 hp',
      'Air conditioner, window',
    ])
      await publish({ title })
  })

  it.each([
    [
      ['wifi', 'wi-fi', 'Wi Fi'],
      ['Pocket wifi', 'Router with Wi-Fi 6'],
    ],
    [
      ['powerbank', 'power bank', 'power banks'],
      ['Power bank, 10000 mAh', 'Powerbank, 20000mAh'],
    ],
    [['powerbank 20000 mah', 'power bank 20000mah'], ['Powerbank, 20000mAh']],
    [
      ['4x4', '4 x 4', '4×4', '4 × 4'],
      ['Roof rack 4×4', 'Toy car 4x4', 'Tyre chains, 4 x 4'],
    ],
    [['3×3m', '3 × 3m'], ['Canopy 3×3m']],
    [['3×3×2'], ['Crate 3×3×2']],
    [
      ['50mm', '50 mm', '50mm lens', 'lens 50 mm'],
      ['Lens 50mm', 'Lens, 50 mm, f/2'],
    ],
    [
      ['ps5', 'PS 5', 'PlayStation 5', 'playstation5'],
      ['PS5 console', 'PlayStation 5 with two controllers'],
    ],
    [
      ['bike', 'bicycles'],
      ['Balance bike', 'Mountain bicycle'],
    ],
    [
      ['aircon', 'air conditioner', 'airconditioner'],
      ['Air conditioner, window', 'Aircon, 1 hp'],
    ],
    [['xt30'], ['Fujifilm X-T30 II, silver, with 35mm f/2']],
  ])('%j', async (searches, found) => {
    for (const search of searches) {
      const page = await browse({ search })
      expect(page.listings.map(({ title }) => title).toSorted(), search).toEqual(found.toSorted())
      expect(page.correctedTo, search).toBeNull()
      const suggestions = await suggestListings(fixture.services.db, search, guest)
      expect(
        suggestions.map(({ title }) => title),
        `${search}, while typing`,
      ).toEqual(expect.arrayContaining(found))
    }
  })

  it('puts those first that are written as typed, and finds no words that stand apart', async () => {
    await publish({ title: 'Bank of power drills' })
    await publish({ title: 'Solar power bank' })
    expect(await titles('powerbank')).toEqual([
      'Powerbank, 20000mAh',
      'Solar power bank',
      'Power bank, 10000 mAh',
    ])
  })
})

describe('the pages of a search that other forms of the words meet', () => {
  const sorts = ['relevance', 'newest', 'price-low', 'price-high', 'rating', 'popular'] as const
  let ids: string[]
  beforeAll(async () => {
    ids = []
    for (let i = 0; i < 66; i++) {
      const words = i % 3 === 0 ? 'Spare fridge' : 'Spare refrigerator'
      ids.push(await publish(i % 3 === 1 ? { title: 'Cold box', description: words } : { title: words }))
    }
  })

  it.each(sorts)('give each listing exactly once: %s', async (sort) => {
    const pages = await browseAll({ search: 'spare fridge', sort })
    expect(pages.map((page) => page.length)).toEqual([24, 24, 18])
    expect(pages.flat().toSorted()).toEqual(ids.toSorted())
  })

  it('give each listing exactly once by parts of words', async () => {
    const pages = await browseAll({ search: 'pare fridge' })
    expect(pages.flat().toSorted()).toEqual(ids.toSorted())
  })
})

describe('a search counts on the listings that have its words in another form', () => {
  beforeAll(async () => {
    await publish({ title: 'Videoke player' })
    for (let i = 0; i < 10; i++) await publish({ title: 'Karaoke player' })
    await publish({ title: 'TV bracket' })
    await sql`analyze listing_search`.execute(fixture.services.db)
  })

  it('when it estimates how many it finds', async () => {
    const { matching } = await readTextQuery(fixture.services.db, [{ word: 'videoke', as: 'all' }])
    expect(Math.round(matching)).toBe(11)
  })

  it('when it decides whether it is worth to search by parts of words', async () => {
    const { listings, correctedTo } = await browse({ search: 'racket television' })
    expect(listings.map(({ title }) => title)).toEqual(['TV bracket'])
    expect(correctedTo).toBeNull()
  })
})
