import { sql } from 'kysely'
import { z } from 'zod'
import type { CatalogueSort } from '#domain/catalogue/filters.ts'
import { nearestWord } from '#domain/catalogue/spelling.ts'
import type { Db } from '../context.ts'
import { cardColumnsFor, cardJoins, type ListingCard } from '../listing/queries.ts'
import { type CataloguePage, PAGE_SIZE } from './catalogue-page.ts'
import { cursorReal, readCursor, writeCursor } from '../cursor.ts'
import { type CatalogueQuery, fingerprint, isAvailable } from './catalogue-query.ts'
import { firstListings, orders, scanForBest } from './first-listings.ts'
import { sortedListings } from './sorted-listings.ts'
import { inText, isStopWord, rankOf, readTextQuery, type TextQuery, wordsOf } from './text-query.ts'

/** How many listings with the words in their title or tags are ranked: those with the highest scores. */
const RANKED = 240
/** How many rows are scanned for listings with the words in their description. */
const DESCRIBED_SCAN = 500

type SearchQuery = CatalogueQuery & { search: string; sort: CatalogueSort }

/**
 * Finds public listings by words. Without a sort order, the best matches come first: listings with the words in title
 * or tags, by text rank; then listings with the words in the description, by score. If more than 240 listings have
 * the words in title or tags, only the 240 with the highest scores are found. If no listing matches, a second search
 * takes the words as parts of known words, and also finds listings whose category's name contains them; its next
 * pages are of that search. If it finds nothing either, the first search runs with the words of `correctWords` until
 * it finds something; `correctedTo` says with which words. Two statements a search, and one to correct: at most
 * eleven.
 */
export async function searchListings(db: Db, query: SearchQuery): Promise<CataloguePage> {
  const words = wordsOf(query.search)
  if (words.length === 0) return { ...noMatch, correctedTo: null }
  const byParts = { ...query, byParts: true }
  const isLaterByParts = isContinued(byParts)
  const exact = isLaterByParts ? noMatch : await searchPage(db, words, query)
  if (exact.listings.length > 0 || isContinued(query)) return { ...exact, correctedTo: null }
  const inParts = await searchPage(db, words, byParts)
  if (inParts.listings.length > 0 || isLaterByParts) return { ...inParts, correctedTo: null }
  for (const search of await correctWords(db, words)) {
    const page = await searchPage(db, wordsOf(search), { ...query, search })
    if (page.listings.length > 0) return { ...page, correctedTo: search }
  }
  return { ...noMatch, correctedTo: null }
}

const noMatch = { listings: [], next: null }

/** Whether the cursor of a query is one of its own list. */
const isContinued = (query: SearchQuery) =>
  readCursor(query.after, z.tuple([z.literal(fingerprint(query))], z.unknown())) !== null

async function searchPage(db: Db, words: string[], query: SearchQuery) {
  const { sort, byParts } = query
  const text = await readTextQuery(
    db,
    words.map((word, i) => ({ word, as: byParts ? 'part' : i < words.length - 1 ? 'all' : 'beginning' })),
  )
  if (byParts && text.matching === 0 && text.categoryIds.length === 0) return noMatch
  return sort === 'relevance' ? bestMatches(db, text, query) : sortedListings(db, { ...query, sort }, text)
}

async function bestMatches(db: Db, text: TextQuery, query: SearchQuery) {
  const list = fingerprint(query)
  const after = readCursor(query.after, z.tuple([z.literal(list), cursorReal, cursorReal, z.uuid()]))
  const isAfterCursor = after
    ? sql`(rank, score, listing_id) < (${after[1]}::real, ${after[2]}::real, ${after[3]}::uuid)`
    : sql`true`
  // Availability is checked for the listings of the page only, not for all ranked listings.
  const titled = {
    name: 'titled',
    query: { ...query, free: null },
    order: orders.score,
    limit: RANKED,
    scanLimit: scanForBest(RANKED, text, query),
    hot: true,
    words: inText('title_tsv', text),
  }
  const inDescription = inText('all_tsv', text)
  const untitled = sql`and s.listing_id not in (select listing_id from ranked)`
  const described = {
    name: 'described',
    query,
    order: orders.score,
    limit: PAGE_SIZE + 1,
    scanLimit: DESCRIBED_SCAN,
    hot: true,
    afterKeys: after?.[1] === 0 ? [after[2], after[3]] : null,
    when: sql`(select count(*) from ranked) < ${RANKED}
      ${query.free ? sql`` : sql`and (select count(*) from ranked where ${isAfterCursor}) <= ${PAGE_SIZE}`}`,
    words: {
      byRow: sql`${inDescription.byRow} ${untitled}`,
      byIndex: sql`${inDescription.byIndex} ${untitled}`,
    },
  }
  const { rows } = await sql<ListingCard & { rank: number; score: number }>`
    with ${firstListings(titled)},
      ranked as materialized (
        select listing_id, ${rankOf(text)} as rank, key_0 as score from titled),
      ${firstListings(described)},
      found as (
        select * from (
          select * from (table ranked union all select listing_id, 0::real, key_0 from described) z
          where ${isAfterCursor} order by rank desc, score desc, listing_id desc offset 0) s
        where true ${isAvailable(query)} order by rank desc, score desc, listing_id desc limit ${PAGE_SIZE + 1})
    select ${cardColumnsFor(query.viewer)}, found.rank, found.score
    from found join listing l on l.id = found.listing_id ${cardJoins}
    order by found.rank desc, found.score desc, l.id desc`.execute(db)
  const last = rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1]! : null
  return {
    listings: rows.slice(0, PAGE_SIZE).map(({ rank: _rank, score: _score, ...card }) => card),
    next: last && writeCursor([list, last.rank, last.score, last.id]),
  }
}

/**
 * What a search that found nothing may mean, the likeliest first: with each unknown word replaced by the nearest known
 * one, or by the two of which it consists; the same without the words that are near none; and the known words alone.
 * Candidates share trigrams with the word, or its first letter and roughly its length; of these the one with the
 * fewest single-letter mistakes wins.
 */
async function correctWords(db: Db, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ typed: string; word: string; listingCount: number }>`
    select w.typed, s.word, s.listing_count
    from (select distinct typed from unnest(${words}::text[]) typed where not ${isStopWord(sql`typed`)}) w
    cross join lateral (
      (select word, listing_count from search_term where word % w.typed limit 200)
      union (select word, listing_count from search_term
        where left(word, 1) = left(w.typed, 1) and length(word) between length(w.typed) - 1 and length(w.typed) + 1
        order by listing_count desc limit 1000)
      union (select a.word || ' ' || b.word, least(a.listing_count, b.listing_count)
        from generate_series(3, length(w.typed) - 3) i
          cross join lateral (select * from search_term where word = left(w.typed, i) limit 1) a
          cross join lateral (select * from search_term where word = substr(w.typed, i + 1) limit 1) b)
    ) s`.execute(db)
  const meant = words.map((typed) => {
    const candidates = rows.filter((row) => row.typed === typed)
    const known = candidates.find(({ word }) => word === typed)?.word ?? null
    return { typed, known, nearest: known ?? nearestWord(typed, candidates) }
  })
  const searches = [
    meant.map(({ typed, nearest }) => nearest ?? typed),
    meant.flatMap(({ nearest }) => nearest ?? []),
    meant.flatMap(({ known }) => known ?? []),
  ].map((each) => each.join(' '))
  return [...new Set(searches)].filter((search) => search !== '' && search !== words.join(' '))
}
