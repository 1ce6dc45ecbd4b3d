import { type RawBuilder, sql } from 'kysely'
import type { CatalogueSort } from '#domain/catalogue/filters.ts'
import {
  type CatalogueQuery,
  inCategory,
  inNegativePriceRange,
  inPriceRange,
  isAvailable,
} from './catalogue-query.ts'
import { HOT_SHARE } from './refresh-search.ts'
import type { TextQuery } from './text-query.ts'

type Condition = RawBuilder<unknown>
type Key = { expression: Condition; type: 'integer' | 'real' | 'timestamptz' | 'uuid' }

/**
 * A sort order: its keys, all descending. `listing_search` has two indexes for each order: one of all rows and one
 * that begins with the category.
 */
export type Order = {
  keys: readonly Key[]
  /** For an order by price: the price range as a condition that its index can use. */
  priceRange?: (query: CatalogueQuery) => Condition
  /** For an order by price: 1 reads the `price_band`s from cheap to dear, -1 from dear to cheap. */
  bandStep?: 1 | -1
}

const column = (name: string, type: Key['type']): Key => ({ expression: sql.ref(`s.${name}`), type })
const newest = [column('created_at', 'timestamptz'), column('listing_id', 'uuid')]

export const orders: Record<Exclude<CatalogueSort, 'relevance'> | 'score', Order> = {
  newest: { keys: newest },
  'price-low': {
    keys: [{ expression: sql`-s.price_per_day_centavos`, type: 'integer' }, ...newest],
    priceRange: inNegativePriceRange,
    bandStep: 1,
  },
  'price-high': {
    keys: [column('price_per_day_centavos', 'integer'), ...newest],
    priceRange: inPriceRange,
    bandStep: -1,
  },
  rating: { keys: [column('rating_average', 'real'), column('rating_count', 'integer'), ...newest] },
  popular: { keys: [column('rental_count', 'integer'), column('favorite_count', 'integer'), ...newest] },
  score: { keys: [column('score', 'real'), column('listing_id', 'uuid')] },
}

/** How many rows are scanned for a page of 25 at least: enough when one row in 60 matches. */
export const PAGE_SCAN = 1500

/**
 * How many rows of the order `score` to scan for `limit` listings with some words: twice as many as have them on
 * average, and at least `PAGE_SCAN`. 0, that is no scan, where fewer hot listings have the words, and in a price
 * range, as nobody knows how many of them are in it.
 */
export function scanForBest(
  limit: number,
  { matching, listings }: Pick<TextQuery, 'matching' | 'listings'>,
  { min, max }: CatalogueQuery = {},
): number {
  const expected = (limit * listings) / matching
  const hasPrices = Boolean(min) || (max ?? null) !== null
  return !hasPrices && expected < HOT_SHARE * matching ? Math.max(PAGE_SCAN, Math.round(2 * expected)) : 0
}

type Search = {
  /** The name of the table with the result; the tables of the steps are called `name_step_0`, `name_step_1`, … */
  name: string
  query: CatalogueQuery
  order: Order
  /** How many listings are wanted. */
  limit: number
  /** How many rows the first step scans at most; with 0 there is no such step. */
  scanLimit: number
  /**
   * Whether a step searches the hot listings (`refreshSearch`). Only with the order `score`: hot listings come first
   * in it.
   */
  hot?: boolean
  /**
   * Conditions on the words of a row `s`, each `and …`. `byRow` for a step that compares row by row, `byIndex` for
   * one that needs the word index.
   */
  words?: { byRow: Condition; byIndex: Condition }
  /** Whether the last step reads one band of prices after the other; only with words and an order by price. */
  byBand?: boolean
  /** The keys of the last row of the page before; the result begins after it. */
  afterKeys?: readonly (string | number)[] | null
  /** The search runs only where this condition of the statement is true. */
  when?: Condition
}

/**
 * The first `limit` listings of a sort order that match a query, as common table expressions of a statement. The last
 * of them is `name (listing_id, title_tsv, key_0, key_1, …)`.
 *
 * The search runs in steps, because no single plan is fast for both frequent and rare words:
 * 1. scan the first `scanLimit` rows of the order, until enough match;
 * 2. with `hot`, collect the matching hot rows by the word index;
 * 3. collect all matching rows by the indexes and sort them; with `byBand`, those of one band of prices after the
 *    other, until there are enough.
 *
 * A step runs only if each step before found fewer than `limit` rows. A step that finds `limit` rows finds the
 * same as the last step would; only a listing whose score has just changed may be missing among the hot ones for a
 * minute. Availability is checked row by row in the sort order, until there are enough.
 */
export function firstListings(search: Search): RawBuilder<unknown> {
  const { name, query, order, limit, when = sql`true` } = search
  const { byRow = sql``, byIndex = byRow } = search.words ?? {}
  const bandStep = search.byBand && order.bandStep
  const isInOrder = Boolean(query.free || bandStep)
  const filters = sql`${inCategory(query)} ${inPriceRange(query)} ${afterKeys(search)}`
  const collect = (condition: Condition) => sql`
    select ${columns(order)} from listing_search s where ${condition} ${filters} ${byIndex}
    ${isInOrder ? sql`order by ${inOrder(order, '')}` : sql``} offset 0`
  const collectByBand = (needed: Condition) => sql`select s.* from ${bandsOf(search, bandStep || 1)} band
    cross join lateral (${collect(sql`price_band(s.price_per_day_centavos) = band`)}) s where ${needed}`
  const steps = [
    ...(search.scanLimit > 0 ? [(needed: Condition) => scan(search, needed, byRow)] : []),
    ...(search.hot ? [(needed: Condition) => collect(sql`hot and ${needed}`)] : []),
    bandStep ? collectByBand : collect,
  ]
  const tables = steps.map((_, i) => sql.ref(`${name}_step_${i}`))
  const isFull = (table: Condition) => sql`(select count(*) from ${table}) >= ${limit}`
  const definitions = steps.map((step, i) => {
    const needed = sql.join(
      [when, ...tables.slice(0, i).map((table) => sql`not ${isFull(table)}`)],
      sql` and `,
    )
    // `collectByBand` returns its rows in order, as its join takes one band after the other. A sort would read all.
    const sorted = step === collectByBand ? sql`` : sql`order by ${inOrder(order)}`
    return sql`${tables[i]} as materialized (select s.* from (${step(needed)}) s where true ${isAvailable(query)}
      ${sorted} limit ${limit})`
  })
  const full = tables
    .slice(0, -1)
    .map((table) => sql`select * from ${table} where ${isFull(table)} union all`)
  return sql`${sql.join(definitions)},
    ${sql.ref(name)} as materialized (${sql.join(full, sql` `)} select * from ${tables.at(-1)})`
}

/** Step 1: the first rows of the order in the category; the words, and prices the index can't use, filter them. */
function scan({ query, order, afterKeys: keys, scanLimit }: Search, needed: Condition, byRow: Condition) {
  return sql`select s.listing_id, s.title_tsv, ${sql.join(keyNames(order))} from (
      select ${columns(order)}, s.all_tsv, s.category_id, s.price_per_day_centavos from listing_search s
      where ${needed} ${inCategory(query)} ${order.priceRange?.(query) ?? sql``}
        ${afterKeys({ order, afterKeys: keys })}
      order by ${sql.join(order.keys.map(({ expression }) => sql`${expression} desc`))} limit ${scanLimit}) s
    where true ${order.priceRange ? sql`` : inPriceRange(query)} ${byRow}`
}

/** SQL of a table of the price bands from the cursor to the end of the query's prices, in the order of the list. */
function bandsOf({ query: { min, max }, afterKeys: last }: Search, step: 1 | -1): Condition {
  // The first key of `price-low` is minus the price.
  const lowest = step === 1 && last ? -Number(last[0]) : (min ?? 0)
  const highest = step === -1 && last ? Number(last[0]) : (max ?? MAX_INTEGER)
  const bands = [lowest, highest].map((price) => sql`price_band(${Math.min(price, MAX_INTEGER)}::integer)`)
  return sql`generate_series(${sql.join(step === 1 ? bands : bands.toReversed())}, ${step}::integer)`
}
const MAX_INTEGER = 2 ** 31 - 1

const keyNames = ({ keys }: Order, prefix = 's.') => keys.map((_, i) => sql.ref(`${prefix}key_${i}`))

/**
 * The columns after `order by` for a table of `firstListings`. `prefix` names the table, with its dot; default `s.`.
 */
export const inOrder = (order: Order, prefix?: string) =>
  sql.join(keyNames(order, prefix).map((key) => sql`${key} desc`))

const columns = ({ keys }: Order) =>
  sql`s.listing_id, s.title_tsv,
    ${sql.join(keys.map(({ expression }, i) => sql`${expression} as ${sql.ref(`key_${i}`)}`))}`

/** SQL `and …`: the row `s` comes after the last row of the page before. Empty on the first page. */
function afterKeys({ order: { keys }, afterKeys: last }: Pick<Search, 'order' | 'afterKeys'>): Condition {
  if (!last) return sql``
  const values = keys.map(({ type }, i) => sql`${last[i]}::${sql.raw(type)}`)
  return sql`and (${sql.join(keys.map(({ expression }) => expression))}) < (${sql.join(values)})`
}
