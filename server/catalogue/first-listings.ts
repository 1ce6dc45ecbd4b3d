import { type RawBuilder, sql } from 'kysely'
import type { CatalogueSort } from '#domain/catalogue/filters.ts'
import {
  asCheapAsWished,
  atWishedPrice,
  type CatalogueWish,
  freeAsWished,
  onWishedShelf,
} from './narrow.ts'

type Condition = RawBuilder<unknown>
type Key = { of: Condition; type: 'integer' | 'real' | 'timestamptz' | 'uuid' }

/** What a list goes by, each the most first; an index of `listing_search` has it, over all and within a category. */
export type Order = {
  keys: readonly Key[]
  /** The wished prices as a range of this order, where it goes by price. */
  prices?: (wish: CatalogueWish) => Condition
}

const column = (name: string, type: Key['type']): Key => ({ of: sql.ref(`s.${name}`), type })
const newest = [column('created_at', 'timestamptz'), column('listing_id', 'uuid')]

export const orders: Record<Exclude<CatalogueSort, 'relevance'> | 'score', Order> = {
  newest: { keys: newest },
  'price-low': {
    keys: [{ of: sql`-s.price_per_day_centavos`, type: 'integer' }, ...newest],
    prices: asCheapAsWished,
  },
  'price-high': { keys: [column('price_per_day_centavos', 'integer'), ...newest], prices: atWishedPrice },
  rating: { keys: [column('rating_average', 'real'), column('rating_count', 'integer'), ...newest] },
  popular: { keys: [column('rental_count', 'integer'), column('favorite_count', 'integer'), ...newest] },
  score: { keys: [column('score', 'real'), column('listing_id', 'uuid')] },
}

/** How many listings are looked at in their order before all that match are collected. */
const WALK = 1500

type Asked = {
  /** Of the tables it makes; the last has this name. */
  name: string
  wish: CatalogueWish
  order: Order
  limit: number
  /** What the words of a row `s` have to match; `indexed` where only an index has to find it. Each begins with `and`. */
  words?: { match: Condition; indexed: Condition }
  /** The values of the keys after which it begins. */
  after?: readonly (string | number)[] | null
  /** Where to look first: at the first of the order unless said, or among the hot. */
  first?: 'walk' | 'hot'
  /** A condition of the statement, without which nothing is looked for. */
  when?: Condition
}

/**
 * The first listings of an order that a wish finds, as tables of a statement: `name (listing_id, key_0, …)`, with `title_tsv`. They
 * are found in two steps, as no guess which one is quicker holds for every word: a first look at those that come first, which is
 * enough where many match, and, only if it was not, all that match by their indexes, sorted. Either step gives the same rows. Which of
 * them are free is asked in the order, until there are enough.
 */
export function firstListings(asked: Asked): RawBuilder<unknown> {
  const { wish, limit, when = sql`true` } = asked
  const [name, first, all] = ['', '_first', '_all'].map((end) => sql.ref(asked.name + end))
  const { match = sql``, indexed = match } = asked.words ?? {}
  const rest = (source: Condition) => sql`
    select s.* from (${source}) s where true ${freeAsWished(wish)} order by ${inOrder(asked.order)} limit ${limit}`
  const narrowed = sql`${onWishedShelf(wish)} ${atWishedPrice(wish)} ${past(asked)}`
  const look =
    asked.first === 'hot'
      ? sql`select ${columns(asked.order)} from listing_search s where ${when} and hot ${narrowed} ${match} offset 0`
      : walk(asked, when, match)
  return sql`${first} as materialized (${rest(look)}),
    ${all} as materialized (${rest(sql`select ${columns(asked.order)} from listing_search s
      where ${when} and (select count(*) from ${first}) < ${limit} ${narrowed} ${indexed} offset 0`)}),
    ${name} as materialized (
      select * from ${first} where (select count(*) from ${first}) >= ${limit} union all select * from ${all})`
}

function walk({ wish, order, after }: Asked, when: Condition, match: Condition) {
  return sql`select s.listing_id, s.title_tsv, ${sql.join(keyNames(order))} from (
      select ${columns(order)}, s.all_tsv, s.price_per_day_centavos from listing_search s
      where ${when} ${onWishedShelf(wish)} ${order.prices?.(wish) ?? sql``} ${past({ order, after })}
      order by ${sql.join(order.keys.map(({ of }) => sql`${of} desc`))} limit ${WALK}) s
    where true ${order.prices ? sql`` : atWishedPrice(wish)} ${match}`
}

const keyNames = ({ keys }: Order) => keys.map((_, i) => sql.ref(`s.key_${i}`))

/** The order of the rows `s` of a table that `firstListings` made. */
export const inOrder = (order: Order) => sql.join(keyNames(order).map((key) => sql`${key} desc`))

const columns = ({ keys }: Order) =>
  sql`s.listing_id, s.title_tsv, ${sql.join(keys.map(({ of }, i) => sql`${of} as ${sql.ref(`key_${i}`)}`))}`

function past({ order: { keys }, after }: Pick<Asked, 'order' | 'after'>): Condition {
  if (!after) return sql``
  const values = keys.map(({ type }, i) => sql`${after[i]}::${sql.raw(type)}`)
  return sql`and (${sql.join(keys.map(({ of }) => of))}) < (${sql.join(values)})`
}
