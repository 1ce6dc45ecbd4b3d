import { sql } from 'kysely'
import { guest } from '#domain/actor.ts'
import { type CatalogueSort, catalogueSorts } from '#domain/catalogue/filters.ts'
import { addDays, dayInManila, periodOf } from '#domain/period.ts'
import type { Chance } from '#seeds/metropolis/chance.ts'
import { browseCatalogue } from '#server/catalogue/browse-catalogue.ts'
import type { CatalogueQuery } from '#server/catalogue/catalogue-query.ts'
import { suggestListings } from '#server/catalogue/suggest-listings.ts'
import type { Db } from '#server/context.ts'

/** Something people ask the catalogue; `make` chooses the values of one query. */
export type Subject = {
  name: string
  make(): () => Promise<unknown>
  /** The longest p99, in milliseconds. */
  mostMs: number
  isOneStatement: boolean
}

/** The catalogue may take this long with up to 100,000 listings, and twice that with more. */
const [CATALOGUE_MS, SEARCH_MS, SUGGESTIONS_MS] = [5, 50, 20]
const MEDIUM_CITY = 100_000
const DEEP_PAGE = 1000

/** The subjects, in a city of so many listings. */
export async function subjectsOf(db: Db, chance: Chance, listings: number): Promise<Subject[]> {
  const asks = await asksOf(db, chance)
  const browsing = { mostMs: listings > MEDIUM_CITY ? 2 * CATALOGUE_MS : CATALOGUE_MS, isOneStatement: true }
  const of = (
    queries: Record<string, () => CatalogueQuery>,
    aim: Pick<Subject, 'mostMs' | 'isOneStatement'>,
  ) =>
    Object.entries(queries).map(([name, query]) => ({
      name,
      ...aim,
      make() {
        const asked = query()
        return () => browseCatalogue(db, asked)
      },
    }))
  const deep = await deepPages(db)
  return [
    ...of({ ...catalogueQueries(asks), [deep.name]: () => chance.pick(deep.queries) }, browsing),
    ...of(searches(asks), { mostMs: SEARCH_MS, isOneStatement: false }),
    ...Object.entries(typed(asks)).map(([name, text]) => ({
      name,
      mostMs: SUGGESTIONS_MS,
      isOneStatement: false,
      make() {
        const begun = text()
        return () => suggestListings(db, begun, guest)
      },
    })),
  ]
}

type Asks = Awaited<ReturnType<typeof asksOf>>

/** Random parts of queries, from what the city has. */
async function asksOf(db: Db, chance: Chance) {
  const words = async (least: number, most: number) =>
    (
      await sql<{
        word: string
      }>`select s.word from search_term s, (select count(*) as n from listing_search) l
        where s.listing_count between l.n * ${least}::float and greatest(2, l.n * ${most}::float)
          order by s.listing_count desc limit 200`.execute(db)
    ).rows.map(({ word }) => word)
  const [common, usual, rare] = [await words(0.04, 1), await words(0.001, 0.04), await words(0, 0.0002)]
  const ids = (await db.selectFrom('category').select('id').execute()).map(({ id }) => id)
  const today = dayInManila(new Date())
  const word = () => chance.pick(chance.pick([common, usual, rare].filter((some) => some.length > 0)))
  return {
    chance,
    common,
    usual,
    rare,
    word,
    two: () => `${chance.pick([...common, ...usual])} ${word()}`,
    misspelt() {
      const right = chance.pick([...common, ...usual].filter(({ length }) => length > 4))
      const at = 1 + chance.upTo(right.length - 2)
      return right.slice(0, at) + right[at + 1]! + right[at]! + right.slice(at + 2)
    },
    prices(width: number) {
      const min = 50_00 + 10_00 * chance.upTo(60)
      return { min, max: min + width }
    },
    free: () => ({
      free: { ...periodOf(addDays(today, chance.upTo(60)), chance.pick([1, 3, 7])), today },
    }),
    category: () => ({ categoryId: chance.pick(ids) }),
    sort: (from: readonly CatalogueSort[]) => ({ sort: chance.pick(from) }),
  }
}

const sorts = Object.keys(catalogueSorts) as CatalogueSort[]
const byPrice = ['price-low', 'price-high'] as const

const catalogueQueries = ({ category, sort, prices, free }: Asks): Record<string, () => CatalogueQuery> => ({
  'catalogue: newest': () => ({}),
  'catalogue: a category, newest': category,
  'catalogue: by price': () => sort(byPrice),
  'catalogue: by rating or popularity': () => sort(['rating', 'popular']),
  'catalogue: a price range, newest': () => prices(100_00),
  'catalogue: a narrow price range by price': () => ({ ...prices(10_00), ...sort(byPrice) }),
  'catalogue: a narrow price range in a category, any order': () => ({
    ...category(),
    ...prices(20_00),
    ...sort(sorts),
  }),
  'catalogue: a category by price or rating': () => ({ ...category(), ...sort([...byPrice, 'rating']) }),
  'catalogue: free on dates, newest': free,
  'catalogue: free on dates in a category, any order': () => ({ ...category(), ...free(), ...sort(sorts) }),
})

const searches = (asks: Asks): Record<string, () => CatalogueQuery> => {
  const { chance, common, usual, rare, word, two, misspelt, category, sort, prices, free } = asks
  return {
    'search: the most common words': () => ({ search: chance.pick(common.slice(0, 10)) }),
    'search: common word': () => ({ search: chance.pick(common) }),
    'search: usual word': () => ({ search: chance.pick(usual) }),
    'search: rare word': () => ({ search: chance.pick(rare) }),
    'search: two words': () => ({ search: two() }),
    'search: three words': () => ({ search: `${two()} ${word()}` }),
    'search: word and one letter': () => ({ search: `${word()} ${chance.pick([...'abcdemst'])}` }),
    'search: part of a word': () => ({ search: word().slice(1) }),
    'search: misspelt': () => ({ search: misspelt() }),
    'search: misspelt, by price': () => ({ search: misspelt(), ...sort(byPrice) }),
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
  }
}

const typed = ({ chance, word }: Asks): Record<string, () => string> => ({
  'suggestions: the beginning of a word': () => word().slice(0, 2 + chance.upTo(4)),
  'suggestions: a word and a beginning': () => `${word()} ${word().slice(0, 3)}`,
})

/** The page 1,000 of each order, or the last one. */
async function deepPages(db: Db): Promise<{ name: string; queries: CatalogueQuery[] }> {
  const queries: CatalogueQuery[] = []
  let page = 1
  for (const sort of sorts.filter((each) => each !== 'relevance')) {
    let after: string | null = null
    for (page = 1; page < DEEP_PAGE; page++) {
      const { next } = await browseCatalogue(db, { sort, after })
      if (!next) break
      after = next
    }
    queries.push({ sort, after })
  }
  return { name: `catalogue: keyset page ${page.toLocaleString('en')}`, queries }
}
