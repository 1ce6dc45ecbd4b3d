import { sql } from 'kysely'
import { z } from 'zod'
import type { CatalogueSort } from '#domain/catalogue/filters.ts'
import type { Db } from '../context.ts'
import { cardColumnsFor, cardJoins, type ListingCard } from '../listing/queries.ts'
import { PAGE_SIZE } from './catalogue-page.ts'
import { cursorReal, cursorTime, exactly, readCursor, writeCursor } from '../cursor.ts'
import { type CatalogueQuery, fingerprint } from './catalogue-query.ts'
import { firstListings, inOrder, type Order, orders, PAGE_SCAN } from './first-listings.ts'
import { inText, type TextQuery } from './text-query.ts'

/**
 * A page of public listings in a sort order that has an index; listings with equal keys come newest first. With
 * `words`, only listings that contain them. `next` is the cursor of the next page. One statement.
 */
export async function sortedListings(
  db: Db,
  query: CatalogueQuery & { sort: Exclude<CatalogueSort, 'relevance'> },
  text?: TextQuery,
): Promise<{ listings: ListingCard[]; next: string | null }> {
  const order = orders[query.sort]
  const list = fingerprint(query)
  const keys = order.keys.map((_, i) => sql.ref(`s.key_${i}`))
  const written = keys.with(-2, exactly(keys.at(-2)!))
  const { rows } = await sql<ListingCard & { key: (string | number)[] }>`
    with ${firstListings({
      name: 'found',
      query,
      order,
      limit: PAGE_SIZE + 1,
      scanLimit: Math.max(PAGE_SCAN, Math.min(Math.round(text?.matching ?? 0), MOST_SCANNED)),
      words: text && inText('all_tsv', text),
      byBand: (text?.matching ?? 0) > MOST_COLLECTED,
      afterKeys: readPosition(query.after, list, order),
    })}
    select ${cardColumnsFor(query.viewer)}, jsonb_build_array(${sql.join(written)}) as key
    from found s join listing l on l.id = s.listing_id ${cardJoins} order by ${inOrder(order)}`.execute(db)
  const last = rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1]! : null
  return {
    listings: rows.slice(0, PAGE_SIZE).map(({ key: _key, ...card }) => card),
    next: last && writeCursor([list, ...last.key]),
  }
}

/** Scanning more rows than this costs more than collecting those that match. */
const MOST_SCANNED = 3000
/** Collecting more rows than this costs more than looking them up in each band of prices. */
const MOST_COLLECTED = 5000

const keyShapes = { integer: z.int32(), real: cursorReal, timestamptz: cursorTime, uuid: z.uuid() }

/** The keys in a cursor; null if the cursor was made for another list or is broken. */
function readPosition(after: string | null | undefined, list: string, { keys }: Order) {
  if (!after) return null
  const [key, ...others] = keys.map(({ type }) => keyShapes[type])
  const cursor = readCursor(after, z.tuple([z.literal(list), key!, ...others]))
  return cursor?.slice(1) ?? null
}
