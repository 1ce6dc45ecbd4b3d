import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { CatalogueSort } from '#domain/catalogue/filters.ts'
import type { Db } from '../context.ts'
import { cardColumnsFor, cardJoins, type ListingCard } from '../listing/queries.ts'
import { PAGE_SIZE } from './catalogue-page.ts'
import { readCursor, writeCursor } from '../cursor.ts'
import { type CatalogueWish, fingerprint, narrow } from './narrow.ts'

type Order = {
  /** The columns before `created_at` and `id`, which end every order. */
  keys: { column: string; type: 'integer' | 'real' }[]
  ascending?: boolean
}

const orders: Record<Exclude<CatalogueSort, 'relevance'>, Order> = {
  newest: { keys: [] },
  'price-low': { keys: [{ column: 'l.price_per_day_centavos', type: 'integer' }], ascending: true },
  'price-high': { keys: [{ column: 'l.price_per_day_centavos', type: 'integer' }] },
  rating: {
    keys: [
      { column: 'l.rating_average', type: 'real' },
      { column: 'l.rating_count', type: 'integer' },
    ],
  },
  popular: {
    keys: [
      { column: 'l.rental_count', type: 'integer' },
      { column: 'l.favorite_count', type: 'integer' },
    ],
  },
}

/**
 * A page of public listings in one of the orders that an index serves, newest first among equals; with `query`, a text query,
 * only those that match it. One statement.
 */
export async function sortedListings(
  db: Db,
  wish: CatalogueWish & { sort: Exclude<CatalogueSort, 'relevance'> },
  query: string | null,
): Promise<{ listings: ListingCard[]; next: string | null }> {
  const { keys, ascending } = orders[wish.sort]
  const list = fingerprint(wish)
  const columns = keys.map(({ column }) => sql.ref(column))
  const order = columns.map((column) => (ascending ? sql`${column}` : sql`${column} desc`))
  const { rows } = await sql<ListingCard & { key: (string | number)[] }>`
    select ${cardColumnsFor(wish.viewer)}, jsonb_build_array(${sql.join([
      ...columns,
      sql`to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
      sql`l.id`,
    ])}) as key
    from ${query ? sql`listing_search s join listing l on l.id = s.listing_id` : sql`listing l`} ${cardJoins}
    where l.is_public ${query ? sql`and s.all_tsv @@ to_tsquery('english', ${query})` : sql``}
      ${narrow(wish, { id: 'l.id', category: 'l.category_id', price: 'l.price_per_day_centavos' })}
      ${past(orders[wish.sort], readPlace(wish.after, list, keys.length))}
    order by ${sql.join([...order, sql`l.created_at desc`, sql`l.id desc`])} limit ${PAGE_SIZE + 1}`.execute(
    db,
  )
  const last = rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1]! : null
  return {
    listings: rows.slice(0, PAGE_SIZE).map(({ key: _key, ...card }) => card),
    next: last && writeCursor([list, ...last.key]),
  }
}

/** The place a cursor names, if it was written for this very list. */
function readPlace(after: string | null | undefined, list: string, keys: number) {
  const shape = z.tuple([z.literal(list)], z.union([z.number(), z.string()]))
  const values = readCursor(after, shape)?.slice(1)
  const place = z
    .tuple([z.array(z.number()).length(keys), z.iso.datetime({ offset: true }), z.uuid()])
    .safeParse([values?.slice(0, -2), values?.at(-2), values?.at(-1)])
  return place.success ? place.data : null
}

function past({ keys, ascending }: Order, place: ReturnType<typeof readPlace>): RawBuilder<unknown> {
  if (!place) return sql``
  const [values, createdAt, id] = place
  const moment = sql`(l.created_at, l.id) < (${createdAt}::timestamptz, ${id}::uuid)`
  if (keys.length === 0) return sql`and ${moment}`
  const typed = keys.map(({ type }, i) => sql`${values[i]}::${sql.raw(type)}`)
  const columns = keys.map(({ column }) => sql.ref(column))
  if (ascending) return sql`and ${columns[0]} >= ${typed[0]} and (${columns[0]} > ${typed[0]} or ${moment})`
  return sql`and (${sql.join([...columns, sql`l.created_at`, sql`l.id`])})
    < (${sql.join([...typed, sql`${createdAt}::timestamptz`, sql`${id}::uuid`])})`
}
