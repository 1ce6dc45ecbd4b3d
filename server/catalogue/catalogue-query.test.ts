import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CatalogueSort, catalogueSorts } from '#domain/catalogue/filters.ts'
import { addDays, type Day, overlaps, periodOf } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { walk } from '#tests/support/walk.ts'
import { withServices } from '#tests/support/with-services.ts'
import { writeCursor } from '../cursor.ts'
import { blockDates } from '../listing/block-dates.ts'
import { browseCatalogue } from './browse-catalogue.ts'
import type { CatalogueQuery } from './catalogue-query.ts'

const many = { newListings: { points: 1000, seconds: 60 }, uploads: { points: 1000, seconds: 60 } }
const fixture = withServices(['olivia', 'amihan', 'ramon'], { limits: many })
const COUNT = 80

type Facts = {
  id: string
  categoryId: number
  price: number
  rating: number
  ratings: number
  rentals: number
  favorites: number
  age: number
  word: string
}
const facts: Facts[] = []
const day = (n: number) => addDays(TODAY, n)

beforeAll(async () => {
  for (let i = 0; i < COUNT; i++) {
    const word = i % 3 === 0 ? 'tent' : 'drill'
    const [categoryId, price] = [1 + (i % 2), 100_00 + (i % 7) * 50_00]
    const id = await people.listApproved(
      fixture.services,
      { owner: fixture.cast.olivia, admin: fixture.cast.amihan },
      {
        title: `Good ${word}`,
        description: 'Works.',
        categoryId,
        pricePerDay: price,
        bookableWhileRented: true,
      },
    )
    const [ratings, rentals, favorites, age] = [i % 4, i % 5, i % 3, i % 9]
    const rating = ratings === 0 ? 0 : 3 + (i % 3) / 1.5
    await sql`update listing set rating_count = ${ratings}, rating_sum = ${Math.round(rating * ratings)},
      rental_count = ${rentals},
      favorite_count = ${favorites}, created_at = ${new Date(NOW.getTime() - age * 60_000)} where id = ${id}`.execute(
      fixture.services.db,
    )
    const average = ratings === 0 ? 0 : Math.fround(Math.round(rating * ratings) / ratings)
    facts.push({ id, categoryId, price, rating: average, ratings, rentals, favorites, age, word })
  }
  const block = (listingId: string, firstDay: string, lastDay: string) =>
    blockDates(by(fixture.services, fixture.cast.olivia), { listingId, firstDay, lastDay })
  accepted(await block(facts[0]!.id, day(10), day(12)))
  const { rentalIds } = await people.rent(
    fixture.services,
    fixture.cast.ramon,
    [facts[1]!.id, facts[2]!.id],
    {
      startDate: day(11),
      durationDays: 3,
    },
  )
  await sql`update rental set status = 'Cancelled' where id = ${rentalIds[1]!}`.execute(fixture.services.db)
  await sql`update listing set rental_count = ${facts[1]!.rentals} where id = ${facts[1]!.id}`.execute(
    fixture.services.db,
  )
  await sql`update listing set rental_count = ${facts[2]!.rentals} where id = ${facts[2]!.id}`.execute(
    fixture.services.db,
  )
}, 300_000)

async function idsOf(query: CatalogueQuery) {
  const pages = await walk(async (after) => {
    const { listings, next } = await browseCatalogue(fixture.services.db, { ...query, after })
    return { items: listings, next }
  })
  return pages.flat().map(({ id }) => id)
}

const keysOf: Record<CatalogueSort, (f: Facts) => number[]> = {
  relevance: () => [],
  newest: (f) => [f.age],
  'price-low': (f) => [f.price, f.age],
  'price-high': (f) => [-f.price, f.age],
  rating: (f) => [-f.rating, -f.ratings, f.age],
  popular: (f) => [-f.rentals, -f.favorites, f.age],
}
/** The expected result, computed without the catalogue. */
function byHand({ search, categoryId, min, max, free }: CatalogueQuery) {
  return facts.filter(
    (f) =>
      (!search || f.word === search) &&
      (!categoryId || f.categoryId === categoryId) &&
      (!min || f.price >= min) &&
      (!max || f.price <= max) &&
      !(free && f === facts[0] && overlaps(free, { start: day(10), end: day(13) })) &&
      !(free && f === facts[1] && overlaps(free, { start: day(11), end: day(14) })),
  )
}

const narrowings: [string, CatalogueQuery][] = [
  ['everything', {}],
  ['a category', { categoryId: 2 }],
  ['a price range, both ends included', { min: 150_00, max: 300_00 }],
  ['free days', { free: { ...periodOf(day(12), 1), today: TODAY } }],
  ['a search', { search: 'tent' }],
  [
    'all at once',
    {
      search: 'drill',
      categoryId: 2,
      min: 100_00,
      max: 350_00,
      free: { ...periodOf(day(9), 3), today: TODAY },
    },
  ],
]

describe.each(Object.keys(catalogueSorts) as CatalogueSort[])('in the order %s', (sort) => {
  // Spec: D15
  it.each(narrowings)('%s is each listing once, over all pages, in that order', async (_, query) => {
    const found = (await idsOf({ ...query, sort })).map((id) => facts.find((f) => f.id === id)!)
    expect(found.map(({ id }) => id).toSorted()).toEqual(
      byHand(query)
        .map(({ id }) => id)
        .toSorted(),
    )
    if (sort === 'relevance') return
    const keys = found.map(keysOf[sort])
    expect(keys).toEqual(keys.toSorted((a, b) => a.map((n, i) => n - b[i]!).find((n) => n !== 0) ?? 0))
  })
})

describe('free on given days', () => {
  // Spec: D15
  it.each([
    [day(9), 1, true, true],
    [day(9), 3, false, false],
    [day(12), 1, false, false],
    [day(13), 1, true, false],
    [day(14), 7, true, true],
  ] as const)('from %s for %i days', async (start, days, blockedIsFree, rentedIsFree) => {
    const found = await idsOf({ free: { ...periodOf(start, days), today: TODAY } })
    expect([found.includes(facts[0]!.id), found.includes(facts[1]!.id)]).toEqual([
      blockedIsFree,
      rentedIsFree,
    ])
    // A cancelled rental holds no dates.
    expect(found).toContain(facts[2]!.id)
  })
})

it('a cursor of another order, or of other filters, is the first page', async () => {
  const browse = (query: CatalogueQuery) => browseCatalogue(fixture.services.db, query)
  for (const query of [{ sort: 'newest' }, { sort: 'price-low' }, { search: 'drill' }] as CatalogueQuery[]) {
    const first = await browse(query)
    const others: CatalogueQuery[] = [
      { sort: 'rating' },
      { ...query, min: 100_00 },
      { ...query, categoryId: 1 },
      { ...query, free: { ...periodOf(day(1), 1), today: TODAY } },
      { ...query, sort: 'popular' },
    ]
    for (const other of others)
      expect(await browse({ ...other, after: first.next })).toEqual(await browse(other))
    expect(await browse({ ...query, after: first.next })).not.toEqual(first)
  }
})

it('the next page of free days follows the first one, also when midnight is in between', async () => {
  const browse = (today: Day, after?: string | null) =>
    browseCatalogue(fixture.services.db, { free: { ...periodOf(day(5), 1), today }, after })
  const { next } = await browse(TODAY)
  expect(await browse(day(1), next)).toEqual(await browse(TODAY, next))
})

it.each<[string, CatalogueQuery, number, string | number]>([
  ['a time before all', { sort: 'price-low' }, -2, '0000-01-01T00:00:00Z'],
  ['a time with 300 digits', { sort: 'price-low' }, -2, `2026-01-01T00:00:00.${'0'.repeat(300)}Z`],
  ['half a centavo', { sort: 'price-low' }, 1, 1.5],
  ['a price that is too high', { sort: 'price-high' }, 1, 2 ** 31],
  ['a rating that is too high', { sort: 'rating' }, 1, 1e300],
  ['a rating that is too close to 0', { sort: 'rating' }, 1, 1e-300],
  ['a rank that is too high', { search: 'drill' }, 1, 1e300],
  ['a score that is too close to 0', { search: 'drill' }, 2, -1e-300],
])('a cursor with what the database can’t read is the first page: %s', async (_, query, at, key) => {
  const first = await browseCatalogue(fixture.services.db, query)
  const keys = JSON.parse(Buffer.from(first.next!, 'base64url').toString()) as (string | number)[]
  const after = writeCursor(keys.with(at, key))
  expect(await browseCatalogue(fixture.services.db, { ...query, after })).toEqual(first)
})

it('the next page of a corrected search uses the corrected words', async () => {
  const first = await browseCatalogue(fixture.services.db, { search: 'drlil' })
  expect(first.correctedTo).toBe('drill')
  const second = await browseCatalogue(fixture.services.db, { search: 'drill', after: first.next })
  expect(second.listings).toHaveLength(24)
  const seen = [...first.listings, ...second.listings].map((listing) => listing.id)
  expect(new Set(seen).size).toBe(48)
})
