import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../context.ts'
import { cardColumns, cardJoins, type ListingCard } from '../listing/queries.ts'
import { type CataloguePage, PAGE_SIZE } from './catalogue-page.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { searchListings } from './search-listings.ts'

export const MAX_SEARCH_LENGTH = 100

/**
 * A page of approved listings, 24 at a time: the newest first, or the best matches of a search over title, tags and
 * description. `after` is the cursor of the page before. One statement a page, two more when a typo is corrected.
 */
export async function browseCatalogue(
  db: Db,
  wish: { search?: string; categoryId?: number | null; after?: string | null },
): Promise<CataloguePage> {
  const search = (wish.search ?? '').trim().slice(0, MAX_SEARCH_LENGTH)
  if (search !== '')
    return searchListings(db, { search, categoryId: wish.categoryId ?? null, after: wish.after })
  const after = readCursor(wish.after, z.tuple([z.iso.datetime({ offset: true }), z.uuid()]))
  const { rows } = await sql<ListingCard & { createdAtText: string }>`
    select ${cardColumns}, to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at_text
    from listing l ${cardJoins}
    where l.is_public
      ${wish.categoryId ? sql`and l.category_id = ${wish.categoryId}` : sql``}
      ${after ? sql`and (l.created_at, l.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    order by l.created_at desc, l.id desc limit ${PAGE_SIZE + 1}`.execute(db)
  const last = rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1]! : null
  return {
    listings: rows.slice(0, PAGE_SIZE).map(({ createdAtText: _key, ...card }) => card),
    next: last && writeCursor([last.createdAtText, last.id]),
    correctedTo: null,
  }
}
