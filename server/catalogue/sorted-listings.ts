import { sql } from 'kysely'
import { z } from 'zod'
import type { CatalogueSort } from '#domain/catalogue/filters.ts'
import type { Db } from '../context.ts'
import { cardColumnsFor, cardJoins, type ListingCard } from '../listing/queries.ts'
import { PAGE_SIZE } from './catalogue-page.ts'
import { exactly, readCursor, writeCursor } from '../cursor.ts'
import { firstListings, inOrder, orders, WALK_FOR_A_PAGE } from './first-listings.ts'
import { type CatalogueWish, fingerprint } from './narrow.ts'
import { inText } from './text-query.ts'

/**
 * A page of public listings in one of the orders that an index serves, newest first among equals; with `words`, only those that match
 * them. One statement.
 */
export async function sortedListings(
  db: Db,
  wish: CatalogueWish & { sort: Exclude<CatalogueSort, 'relevance'> },
  words: readonly string[] = [],
): Promise<{ listings: ListingCard[]; next: string | null }> {
  const order = orders[wish.sort]
  const list = fingerprint(wish)
  const keys = order.keys.map((_, i) => sql.ref(`s.key_${i}`))
  const written = keys.with(-2, exactly(keys.at(-2)!))
  const { rows } = await sql<ListingCard & { key: (string | number)[] }>`
    with ${firstListings({
      name: 'found',
      wish,
      order,
      limit: PAGE_SIZE + 1,
      walk: WALK_FOR_A_PAGE,
      words: words.length > 0 ? inText('all_tsv', words) : undefined,
      after: readPlace(wish.after, list, keys.length),
    })}
    select ${cardColumnsFor(wish.viewer)}, jsonb_build_array(${sql.join(written)}) as key
    from found s join listing l on l.id = s.listing_id ${cardJoins} order by ${inOrder(order)}`.execute(db)
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
    .tuple([z.array(z.number()).length(keys - 2), z.iso.datetime({ offset: true }), z.uuid()])
    .safeParse([values?.slice(0, -2), values?.at(-2), values?.at(-1)])
  return place.success ? place.data.flat() : null
}
