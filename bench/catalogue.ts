import { sql } from 'kysely'
import { connect } from '#db/connect.ts'
import { type CatalogueSort, catalogueSorts } from '#domain/catalogue/filters.ts'
import { addDays, dayInManila, periodOf } from '#domain/period.ts'
import { chanceOf } from '#seeds/metropolis/chance.ts'
import { guest } from '#domain/actor.ts'
import { browseCatalogue } from '#server/catalogue/browse-catalogue.ts'
import { refreshSearch } from '#server/catalogue/refresh-search.ts'
import type { CatalogueQuery } from '#server/catalogue/catalogue-query.ts'
import { suggestListings } from '#server/catalogue/suggest-listings.ts'
import { listSitemapParts } from '#server/discovery/queries.ts'

/* `node bench/catalogue.ts [rounds] [part of a name]`: how long the queries of the catalogue take on the database of
   `DATABASE_URL`, as `npm run seed:metropolis` filled it, with other words, categories, prices and days every time.
   Milliseconds; each query runs `TIMES` times, one after the other, and the fastest counts, as other work on the
   machine only makes it slower. */
const { DATABASE_URL: databaseUrl } = process.env
if (!databaseUrl) throw new Error('DATABASE_URL is not set.')
const TIMES = 4
const [rounds, only] = [Number(process.argv[2] ?? 200), process.argv[3] ?? '']
const connection = await connect({ databaseUrl })
const { db } = connection
const chance = chanceOf(99)
const today = dayInManila(new Date())

const wordsBetween = async (least: number, most: number) =>
  (
    await sql<{ word: string }>`select s.word from search_term s, (select count(*) as n from listing_search) l
      where s.listing_count between l.n * ${least}::float and greatest(2, l.n * ${most}::float)
        order by s.listing_count desc limit 200`.execute(db)
  ).rows.map(({ word }) => word)
const [common, usual, rare] = [
  await wordsBetween(0.04, 1),
  await wordsBetween(0.001, 0.04),
  await wordsBetween(0, 0.0002),
]
const categories = (await db.selectFrom('category').select('id').execute()).map(({ id }) => id)
const word = () => chance.pick(chance.pick([common, usual, rare]))
const misspelt = () => {
  const right = chance.pick([...common, ...usual].filter(({ length }) => length > 4))
  const at = 1 + chance.upTo(right.length - 2)
  return right.slice(0, at) + right[at + 1]! + right[at]! + right.slice(at + 2)
}
const prices = (width: number) => {
  const min = 50_00 + 10_00 * chance.upTo(60)
  return { min, max: min + width }
}
const free = () => ({ free: { ...periodOf(addDays(today, chance.upTo(60)), chance.pick([1, 3, 7])), today } })
const category = () => ({ categoryId: chance.pick(categories) })
const sort = (from: readonly CatalogueSort[]) => ({ sort: chance.pick(from) })
const sorts = Object.keys(catalogueSorts) as CatalogueSort[]
const byPrice = ['price-low', 'price-high'] as const
const two = () => `${chance.pick([...common, ...usual])} ${word()}`

const queries: Record<string, () => CatalogueQuery> = {
  newest: () => ({}),
  'a category, newest': category,
  'by price': () => sort(byPrice),
  'by rating or popularity': () => sort(['rating', 'popular']),
  'a price range, newest': () => prices(100_00),
  'a narrow price range by price': () => ({ ...prices(10_00), ...sort(byPrice) }),
  'a narrow price range in a category, any order': () => ({
    ...category(),
    ...prices(20_00),
    ...sort(sorts),
  }),
  'a category by price or rating': () => ({ ...category(), ...sort([...byPrice, 'rating']) }),
  'free on dates, newest': free,
  'free on dates in a category, any order': () => ({ ...category(), ...free(), ...sort(sorts) }),
  'search: common word': () => ({ search: chance.pick(common) }),
  'search: usual word': () => ({ search: chance.pick(usual) }),
  'search: rare word': () => ({ search: chance.pick(rare) }),
  'search: two words': () => ({ search: two() }),
  'search: three words': () => ({ search: `${two()} ${word()}` }),
  'search: word and one letter': () => ({ search: `${word()} ${chance.pick([...'abcdemst'])}` }),
  'search: word in a category': () => ({ search: word(), ...category() }),
  'search: word in a narrow price range': () => ({ search: word(), ...prices(10_00) }),
  'search: word, free on dates': () => ({ search: word(), ...free() }),
  'search: word by price, rating or popularity': () => ({
    search: word(),
    ...sort([...byPrice, 'rating', 'popular']),
  }),
  'search: two words by price, rating or newest': () => ({
    search: two(),
    ...sort([...byPrice, 'rating', 'newest']),
  }),
  'search: everything at once': () => ({
    search: two(),
    ...category(),
    ...prices(300_00),
    ...free(),
    ...sort(sorts),
  }),
  'search: misspelt': () => ({ search: misspelt() }),
  'search: misspelt, by price': () => ({ search: misspelt(), ...sort(byPrice) }),
}

const deep = async () => {
  const order = sort(sorts)
  let after: string | null = null
  for (let page = 1; page < 1000; page++) after = (await browseCatalogue(db, { ...order, after })).next
  return quickest(() => browseCatalogue(db, { ...order, after }))
}

/** The fastest of several runs of the same job. */
async function quickest(job: () => Promise<unknown>): Promise<number> {
  let best = Infinity
  for (let i = 0; i < TIMES; i++) {
    const began = performance.now()
    await job()
    best = Math.min(best, performance.now() - began)
  }
  return best
}

/** Each makes random arguments, and returns a function that runs the query with them. */
const jobs: Record<string, () => () => Promise<unknown>> = {
  suggestions() {
    const typed = word().slice(0, 2 + chance.upTo(4))
    return () => suggestListings(db, typed, guest)
  },
  'suggestions, two words'() {
    const typed = `${word()} ${word().slice(0, 3)}`
    return () => suggestListings(db, typed, guest)
  },
  'sitemap index': () => () => listSitemapParts(db, 45_000),
  'refreshing the hot': () => () => refreshSearch({ db }),
}
for (const [name, query] of Object.entries(queries))
  jobs[name] = () => {
    const run = query()
    return () => browseCatalogue(db, run)
  }

const at = (times: number[], part: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * part))]!
console.log('| asked | p50 | p90 | p99 | most |\n| --- | ---: | ---: | ---: | ---: |')
function report(name: string, times: number[]) {
  times.sort((a, b) => a - b)
  const figures = [at(times, 0.5), at(times, 0.9), at(times, 0.99), times.at(-1)!].map((ms) => ms.toFixed(1))
  console.log(`| ${name} | ${figures.join(' | ')} |`)
}
for (const [name, job] of Object.entries(jobs)) {
  if (!name.includes(only)) continue
  const times: number[] = []
  for (let i = 0; i < rounds; i++) {
    times.push(await quickest(job()))
  }
  report(name, times)
}
if ('page 1,000'.includes(only)) {
  const times: number[] = []
  for (let i = 0; i < 5; i++) times.push(await deep())
  report('page 1,000', times)
}
await connection.close()
