import { type RawBuilder, sql } from 'kysely'
import { normalized } from '#domain/characters.ts'
import type { Db } from '../context.ts'

/** A shorter beginning of a word is the beginning of very many words. */
const SELECTIVE_LENGTH = 3
/** Of the known words that a typed one may mean, a query names at most so many. */
const MOST_NAMED = 20
/** A guess: the share of listings that have a word with a short beginning. */
const SHORT_SHARE = 0.15
/** Reading a listing and comparing its words takes as long as this many entries of the word index. */
const ENTRIES_PER_LISTING = 5

/**
 * The words of a search in lower case, at most twelve. Only letters and digits, so no typed character is an operator.
 */
export function wordsOf(search: string): string[] {
  return (
    normalized(search, 'NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, 12)
}

/**
 * A typed word, and what it may be of a known one: all of it, its beginning, or any part. Fewer than three characters
 * are a beginning rather than a part.
 */
export type TypedWord = { word: string; as: 'all' | 'beginning' | 'part' }

/** Typed words as conditions, and about how many listings meet them. */
export type TextQuery = {
  /** SQL of a `tsquery` that the words of a listing meet. */
  query: RawBuilder<unknown>
  /** SQL of a `tsquery` that the word index answers sooner; it may find more rows. Often the same as `query`. */
  indexed: RawBuilder<unknown>
  /** About how many of the public `listings` have all words in title or tags. */
  matching: number
  listings: number
}

/**
 * Reads how often the typed words occur, and which known words they may mean: the word index reads the entries of all
 * words with a beginning, so a query names the known words where they are not too many. One statement.
 */
export async function readTextQuery(db: Db, typed: readonly TypedWord[]): Promise<TextQuery> {
  const { listings, known } = await readKnownWords(db, typed)
  const terms = typed.map((each, i) => termOf(each, known[i]!, listings))
  const wide = terms.filter(({ isWide }) => isWide)
  const narrow = terms.filter(({ isWide }) => !isWide)
  const query = tsquery(terms)
  const isReadSooner = matchingOf(narrow, listings) * ENTRIES_PER_LISTING < matchingOf(wide, listings)
  const useNarrow = wide.length > 0 && narrow.length > 0 && isReadSooner
  return {
    query,
    // When the other words are stop words only, such as `the`, their query is empty and would find nothing.
    indexed: useNarrow
      ? sql`case when numnode(${tsquery(narrow)}) > 0 then ${tsquery(narrow)} else ${query} end`
      : query,
    matching: matchingOf(terms, listings),
    listings,
  }
}

/**
 * SQL conditions (`and …`) that the row `s` of `listing_search` contains the words; `indexed` is for a step that
 * needs the word index.
 */
export function inText(column: 'title_tsv' | 'all_tsv', { query, indexed }: TextQuery) {
  const text = sql.ref(`s.${column}`)
  const match = sql`and ${text} @@ ${query}`
  if (indexed === query) return { match, indexed: match }
  return { match, indexed: sql`and ${text} @@ (${indexed}) and (${text} @@ ${query}) is true` }
}

type KnownWord = { word: string; listingCount: number }

/** The number of public listings, and the known words that each typed word may mean, the most frequent first. */
async function readKnownWords(db: Db, typed: readonly TypedWord[]) {
  const size = sql`select -1 as typed, '' as word, greatest(reltuples, 1)::int as listing_count
    from pg_class where oid = 'listing_search'::regclass`
  const lookUps = typed.flatMap((each, i) => {
    if (isShort(each)) return []
    const pattern = `${each.as === 'part' ? '%' : ''}${each.word}${each.as === 'all' ? '' : '%'}`
    return sql`(select ${i}::int, word, listing_count from search_term where word like ${pattern}
      order by listing_count desc, word limit ${MOST_NAMED + 1})`
  })
  const { rows } = await sql<KnownWord & { typed: number }>`
    ${sql.join([size, ...lookUps], sql` union all `)}`.execute(db)
  return {
    listings: rows[0]!.listingCount,
    known: typed.map((_, i) => rows.filter((row) => row.typed === i)),
  }
}

const isShort = ({ word, as }: TypedWord) => as !== 'all' && word.length < SELECTIVE_LENGTH

/**
 * A typed word in the syntax of `to_tsquery`, and the share of listings that have it. It `isWide` when the word index
 * has to read the entries of all words that begin so.
 */
type Term = { text: string; share: number; isWide: boolean }

function termOf(typed: TypedWord, known: readonly KnownWord[], listings: number): Term {
  const { word, as } = typed
  if (isShort(typed)) return { text: `${word}:*`, share: SHORT_SHARE, isWide: true }
  const entries = known.reduce((sum, { listingCount }) => sum + listingCount, 0)
  const share = Math.min(1, entries / listings)
  if (as === 'all') return { text: word, share, isWide: false }
  const isWide = known.length > MOST_NAMED
  const named = known.flatMap((each) => (/^[\p{L}\p{N}]+$/u.test(each.word) ? [each.word] : []))
  const meant = isWide && as === 'beginning' ? [] : named.slice(0, MOST_NAMED)
  const words = new Set([isWide ? `${word}:*` : word, ...meant])
  return { text: `(${[...words].join(' | ')})`, share, isWide }
}

const tsquery = (terms: readonly Term[]) =>
  sql`to_tsquery('english', ${terms.map(({ text }) => text).join(' & ')})`

const matchingOf = (terms: readonly Term[], listings: number) =>
  terms.reduce((matching, { share }) => matching * share, listings)
