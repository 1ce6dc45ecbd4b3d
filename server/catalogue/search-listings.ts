import { sql } from 'kysely'
import { z } from 'zod'
import { nearestWord } from '#domain/catalogue/spelling.ts'
import { normalized } from '#domain/text.ts'
import type { Db } from '../context.ts'
import { cardColumnsFor, cardJoins, type ListingCard } from '../listing/queries.ts'
import { type CataloguePage, PAGE_SIZE } from './catalogue-page.ts'
import { readCursor, writeCursor } from '../cursor.ts'
import { type CatalogueWish, fingerprint, narrow } from './narrow.ts'
import { sortedListings } from './sorted-listings.ts'

const ENOUGH = 240
const CANDIDATES = 500

/** The words of a search, lowercase, twelve at most: only letters and digits. */
export function wordsOf(search: string): string[] {
  return (
    normalized(search, 'NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, 12)
}

/**
 * The words of a search as a text query: every word has to occur, the last one as the beginning of a word. Null when
 * there is no word in it. Only letters and digits get through, so nothing typed is an operator.
 */
export function readSearchQuery(search: string): string | null {
  const words = wordsOf(search)
  if (words.length === 0) return null
  return words.map((word, i) => (i === words.length - 1 ? `${word}:*` : word)).join(' & ')
}

type Search = CatalogueWish & { search: string }

/**
 * Finds public listings by words, the best matches first unless another order is wished for. Candidates for the best are taken
 * in tiers until there are enough: the hot tenth by title and tags, the rest by title and tags, then those that only their
 * description matches; each tier by score. When nothing matches, each word is replaced by the known word nearest to it and the
 * search runs once more.
 */
export async function searchListings(db: Db, wish: Search): Promise<CataloguePage> {
  if (!readSearchQuery(wish.search)) return { listings: [], next: null, correctedTo: null }
  const page = await searchPage(db, wish)
  if (page.listings.length > 0 || wish.after) return { ...page, correctedTo: null }
  const corrected = await correctWords(db, wish.search)
  if (!corrected) return { ...page, correctedTo: null }
  return { ...(await searchPage(db, { ...wish, search: corrected })), correctedTo: corrected }
}

function searchPage(db: Db, wish: Search) {
  const query = readSearchQuery(wish.search)!
  const { sort = 'relevance' } = wish
  return sort === 'relevance' ? bestMatches(db, query, wish) : sortedListings(db, { ...wish, sort }, query)
}

async function bestMatches(db: Db, query: string, wish: Search) {
  const list = fingerprint({ ...wish, sort: 'relevance' })
  const after = readCursor(wish.after, z.tuple([z.literal(list), z.number(), z.number(), z.uuid()]))
  const q = sql`to_tsquery('english', ${query})`
  const narrowed = narrow(wish, {
    id: 'listing_search.listing_id',
    category: 'listing_search.category_id',
    price: 'listing_search.price_per_day_centavos',
  })
  const byTitle = (hot: boolean, when: ReturnType<typeof sql>) => sql`
    select x.listing_id, x.score, ts_rank(x.title_tsv, ${q}) as rank from (
      select listing_id, score, title_tsv from listing_search
      where ${when} and ${hot ? sql`hot` : sql`not hot`} and title_tsv @@ ${q} ${narrowed}
      order by score desc, listing_id desc limit ${CANDIDATES}) x`
  const byDescription = (hot: boolean, when: ReturnType<typeof sql>) => sql`
    select listing_id, score, 0::real as rank from listing_search
    where ${when} and ${hot ? sql`hot` : sql`not hot`} and all_tsv @@ ${q} and not title_tsv @@ ${q} ${narrowed}
    order by score desc, listing_id desc limit ${CANDIDATES}`
  const { rows } = await sql<ListingCard & { rank: number; score: number }>`
    with t0 as materialized (${byTitle(true, sql`true`)}),
      t1 as materialized (${byTitle(false, sql`(select count(*) from t0) < ${ENOUGH}`)}),
      t2 as materialized (${byDescription(true, sql`(select count(*) from t0) + (select count(*) from t1) < ${ENOUGH}`)}),
      t3 as materialized (${byDescription(
        false,
        sql`(select count(*) from t0) + (select count(*) from t1) + (select count(*) from t2) < ${ENOUGH}`,
      )}),
      found as (
        select * from (table t0 union all table t1 union all table t2 union all table t3) z
        ${after ? sql`where (rank, score, listing_id) < (${after[1]}::real, ${after[2]}::real, ${after[3]}::uuid)` : sql``}
        order by rank desc, score desc, listing_id desc limit ${PAGE_SIZE + 1})
    select ${cardColumnsFor(wish.viewer)}, found.rank, found.score
    from found join listing l on l.id = found.listing_id ${cardJoins}
    order by found.rank desc, found.score desc, l.id desc`.execute(db)
  const last = rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1]! : null
  return {
    listings: rows.slice(0, PAGE_SIZE).map(({ rank: _rank, score: _score, ...card }) => card),
    next: last && writeCursor([list, last.rank, last.score, last.id]),
  }
}

/**
 * The search with each unknown word replaced by the known one it most likely means; null when none was. Candidates share
 * trigrams with the word, or its first letter and about its length; the nearest of them is picked by slips.
 */
async function correctWords(db: Db, search: string): Promise<string | null> {
  const words = wordsOf(search)
  const { rows } = await sql<{ typed: string; word: string; listingCount: number }>`
    select w.typed, s.word, s.listing_count from (select distinct unnest(${words}::text[]) as typed) w
    cross join lateral (
      (select word, listing_count from search_term where word % w.typed limit 200)
      union (select word, listing_count from search_term
        where left(word, 1) = left(w.typed, 1) and length(word) between length(w.typed) - 1 and length(w.typed) + 1 limit 1000)
    ) s`.execute(db)
  const corrected = words.map((word) => {
    const candidates = rows.filter((row) => row.typed === word)
    return candidates.some((row) => row.word === word) ? word : (nearestWord(word, candidates) ?? word)
  })
  return corrected.join(' ') === words.join(' ') ? null : corrected.join(' ')
}
