import { type RawBuilder, sql } from 'kysely'
import type { CatalogueSort } from '#domain/catalogue/filters.ts'
import { asCheapAsWished, atWishedPrice, type CatalogueWish, freeAsWished, onWishedShelf } from './narrow.ts'

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

/** What is looked at for a page: where one in sixty matches, that fills it. */
export const WALK_FOR_A_PAGE = 1500

type Asked = {
  /** Of the tables it makes; the last has this name. */
  name: string
  wish: CatalogueWish
  order: Order
  limit: number
  /** How many listings are looked at in their order before others are looked for. */
  walk: number
  /** Whether those that are hot are looked at next; only for the order by score. */
  hot?: boolean
  /** What the words of a row `s` have to match; `indexed` where only an index has to find it. Each begins with `and`. */
  words?: { match: Condition; indexed: Condition }
  /** The values of the keys after which it begins. */
  after?: readonly (string | number)[] | null
  /** A condition of the statement, without which nothing is looked for. */
  when?: Condition
}

/**
 * The first listings of an order that a wish finds, as tables of a statement: `name (listing_id, title_tsv, key_0, …)`. They are found
 * in steps, as no guess which way is quicker holds for every word: by a look at those that come first, which is enough where many
 * match; only if it was not, among the hot; and only then are all that match collected by their indexes and sorted. Each step gives
 * the same rows. Which of them are free is asked in the order, until there are enough.
 */
export function firstListings(asked: Asked): RawBuilder<unknown> {
  const { name, wish, order, limit, when = sql`true` } = asked
  const { match = sql``, indexed = match } = asked.words ?? {}
  const narrowed = sql`${onWishedShelf(wish)} ${atWishedPrice(wish)} ${past(asked)}`
  const matching = (condition: Condition, words: Condition) => sql`
    select ${columns(order)} from listing_search s where ${condition} ${narrowed} ${words}
    ${wish.free ? sql`order by ${inOrder(order, '')}` : sql``} offset 0`
  const steps = [
    (needed: Condition) => walked(asked, needed, match),
    ...(asked.hot ? [(needed: Condition) => matching(sql`hot and ${needed}`, match)] : []),
    (needed: Condition) => matching(needed, indexed),
  ]
  const tables = steps.map((_, i) => sql.ref(`${name}_step_${i}`))
  const isFull = (table: Condition) => sql`(select count(*) from ${table}) >= ${limit}`
  const made = steps.map((step, i) => {
    const needed = sql.join(
      [when, ...tables.slice(0, i).map((table) => sql`not ${isFull(table)}`)],
      sql` and `,
    )
    return sql`${tables[i]} as materialized (select s.* from (${step(needed)}) s where true ${freeAsWished(wish)}
      order by ${inOrder(order)} limit ${limit})`
  })
  const full = tables
    .slice(0, -1)
    .map((table) => sql`select * from ${table} where ${isFull(table)} union all`)
  return sql`${sql.join(made)},
    ${sql.ref(name)} as materialized (${sql.join(full, sql` `)} select * from ${tables.at(-1)})`
}

function walked({ wish, order, after, walk }: Asked, needed: Condition, match: Condition) {
  return sql`select s.listing_id, s.title_tsv, ${sql.join(keyNames(order))} from (
      select ${columns(order)}, s.all_tsv, s.price_per_day_centavos from listing_search s
      where ${needed} ${onWishedShelf(wish)} ${order.prices?.(wish) ?? sql``} ${past({ order, after })}
      order by ${sql.join(order.keys.map(({ of }) => sql`${of} desc`))} limit ${walk}) s
    where true ${order.prices ? sql`` : atWishedPrice(wish)} ${match}`
}

const keyNames = ({ keys }: Order, of = 's.') => keys.map((_, i) => sql.ref(`${of}key_${i}`))

/** The order of the rows `s`, or of those named by `of`, of a table that `firstListings` made. */
export const inOrder = (order: Order, of?: string) =>
  sql.join(keyNames(order, of).map((key) => sql`${key} desc`))

const columns = ({ keys }: Order) =>
  sql`s.listing_id, s.title_tsv, ${sql.join(keys.map(({ of }, i) => sql`${of} as ${sql.ref(`key_${i}`)}`))}`

function past({ order: { keys }, after }: Pick<Asked, 'order' | 'after'>): Condition {
  if (!after) return sql``
  const values = keys.map(({ type }, i) => sql`${after[i]}::${sql.raw(type)}`)
  return sql`and (${sql.join(keys.map(({ of }) => of))}) < (${sql.join(values)})`
}
