import { type RawBuilder, sql } from 'kysely'
import { UNCATEGORIZED } from '#domain/catalogue/category.ts'
import { MIN_SUGGEST_LENGTH } from '#domain/catalogue/suggestions.ts'
import { isShort, otherForms, partsOf, type Phrase } from '#domain/catalogue/word-forms.ts'
import { normalized } from '#domain/characters.ts'
import type { Db } from '../context.ts'

/** At most this many known words replace a prefix. */
const MOST_NAMED = 20
/** A guess: the share of listings that have a short word, or a word with a short beginning. */
const SHORT_SHARE = 0.15
/** A guess: the share of listings that have a short word of another form, such as `tv`. */
const WHOLE_SHORT_SHARE = 0.02
/** Reading a listing and comparing its words takes as long as reading this many entries of the word index. */
const ENTRIES_PER_LISTING = 5

/** Filipino words that only join others, as the English stop words do. `pa` is none: “PA system”. */
const FILIPINO_STOP_WORDS = (
  'ang ay ba din ito iyan iyon ka kay ko kung lang may mayroon meron mga mo na naman nang ng ni nina niya pang ' +
  'para po rin sa si sina yung'
).split(' ')
/** An amount of money, or a range of them: no word of a listing, whose price is a filter. */
const figure = String.raw`\d[\d,.]*k?(?:\s*[-–]\s*(?:₱|php)?\s*\d[\d,.]*k?)?`
const amounts = new RegExp(String.raw`(?:₱|\bphp)\s*${figure}|\b${figure}\s*(?:pesos?|php)\b`, 'gu')

/**
 * The words of a search in lower case, at most twelve; without amounts of money if there are other words. Only letters
 * and digits, so no typed character is an operator; a multiplication sign between two numbers without a unit is an
 * `x`.
 */
export function wordsOf(search: string): string[] {
  const typed = normalized(search, 'NFC')
    .toLowerCase()
    .replaceAll(/(?<![\p{L}\p{N}]|×\s?)(\d+)\s?×\s?(\d+)(?![\p{L}\p{N}]|\s?×)/gu, '$1x$2')
  const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu)
  return (wordsIn(typed.replaceAll(amounts, ' ')) ?? wordsIn(typed) ?? []).slice(0, 12)
}

/**
 * A typed word, and how it may match a known one: the whole word, its beginning, or any part of it. A part of fewer
 * than three characters matches only as a beginning.
 */
export type TypedWord = { word: string; as: 'all' | 'beginning' | 'part' }

/** Typed words as conditions, and about how many listings meet them. */
export type TextQuery = {
  /** SQL of a `tsquery` that the words of a listing meet. */
  query: RawBuilder<unknown>
  /** The same for a listing with the words as they are typed. */
  asTyped: RawBuilder<unknown>
  /**
   * SQL of a `tsquery` for the word index: `query` itself, or, where that is sooner, without the words that need a
   * prefix. It then finds more rows, and each is compared with `query`.
   */
  candidates: RawBuilder<unknown>
  /** The categories whose names contain all words, where each may be a part; 0 stands for no category. */
  categoryIds: readonly number[]
  /** About how many of the public `listings` have all words in title or tags. */
  matching: number
  listings: number
}

/**
 * Looks up the typed words in `search_term`: which known words each may mean, and how many listings have them. The
 * word index reads a prefix (`x:*`) slowly, so a query names the known words instead, if there are at most
 * `MOST_NAMED`. A stop word, such as `the` or `para`, is left out if another typed word is no stop word, and no part
 * of fewer than three characters. The words may also stand in the listing in one of their `otherForms`. One SQL
 * statement.
 */
export async function readTextQuery(db: Db, typed: readonly TypedWord[]): Promise<TextQuery> {
  const { listings, known, parts, stopWords, categoryIds } = await readKnownWords(db, typed)
  const isStop = typed.map(({ word }) => stopWords.has(word))
  const hasOther = typed.some((each, i) => !isStop[i] && !(each.as === 'part' && isShort(each.word)))
  const words = typed.map(({ word }) => word)
  const forms = otherForms(words, (part) => parts.has(part))
  const formsOf = (i: number) =>
    forms.flatMap(({ first, last, phrase }) => (first <= i && i <= last ? [phrase] : []))
  const termsWith = (formsAt: (i: number) => Phrase[]) =>
    typed.flatMap((each, i) =>
      isStop[i] && hasOther ? [] : [termOf(each, { known: known[i]!, forms: formsAt(i), parts, listings })],
    )
  const terms = termsWith(formsOf)
  const prefixed = terms.filter(({ hasPrefix }) => hasPrefix)
  const others = terms.filter(({ hasPrefix }) => !hasPrefix)
  const query = tsquery(terms)
  const entries = sum(prefixed.map(({ share }) => share * listings))
  const useOthers = others.length > 0 && matchingOf(others, listings) * ENTRIES_PER_LISTING < entries
  return {
    query,
    asTyped: forms.length > 0 ? tsquery(termsWith(() => [])) : query,
    candidates: useOthers ? tsquery(others) : query,
    categoryIds,
    matching: matchingOf(terms, listings),
    listings,
  }
}

/**
 * SQL conditions (`and …`) that the row `s` of `listing_search` contains the words, or for `all_tsv` is in a category
 * with them; `byRow` is for a step that compares row by row, `byIndex` for one that needs the word index.
 */
export function inText(column: 'title_tsv' | 'all_tsv', { query, candidates, categoryIds }: TextQuery) {
  const text = sql.ref(`s.${column}`)
  const byRow =
    column === 'all_tsv' && categoryIds.length > 0
      ? sql`and (${text} @@ ${query} or s.category_id = any(${categoryIds}::integer[]))`
      : sql`and ${text} @@ ${query}`
  if (candidates === query || categoryIds.length > 0) return { byRow, byIndex: byRow }
  // `is true` keeps PostgreSQL from asking the index for the prefix too.
  return { byRow, byIndex: sql`and ${text} @@ (${candidates}) and (${text} @@ ${query}) is true` }
}

/**
 * SQL: how well title and tags have the words: all with the words as typed come before the others. It is `real`, as a
 * cursor reads it; divided, it would be `double precision`, to which no `real` is equal.
 */
export function rankOf({ query, asTyped }: Pick<TextQuery, 'query' | 'asTyped'>): RawBuilder<number> {
  const rank = sql<number>`ts_rank(title_tsv, ${asTyped})`
  return query === asTyped
    ? rank
    : sql`case when title_tsv @@ ${asTyped} then ${rank} else (ts_rank(title_tsv, ${query}) / 1000)::real end`
}

/** SQL: `english` leaves the word out, or it is a Filipino stop word. */
export const isStopWord = (word: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(to_tsvector('english', ${word}) = '' or ${word} = any(${FILIPINO_STOP_WORDS}::text[]))`

type KnownWord = { word: string; listingCount: number }

/**
 * About how many public listings there are, and the known words that each typed word may mean, the most frequent
 * first: one more than a query may name, so that it shows when there are too many. `stopWords` are those of the typed
 * words that are stop words; `parts` are those of `partsOf` that listings have, with how many; `categoryIds` as in
 * `TextQuery`.
 */
async function readKnownWords(db: Db, typed: readonly TypedWord[]) {
  const size = sql`select -1 as typed, '' as word, greatest(reltuples, 1)::int as listing_count
    from pg_class where oid = 'listing_search'::regclass`
  const words = typed.map(({ word }) => word)
  const stops = sql`select -2, word, 0 from unnest(${words}::text[]) word
    where ${isStopWord(sql`word`)}`
  const isInCategories = typed.every(({ as }) => as === 'part') && words.join('').length >= MIN_SUGGEST_LENGTH
  const categories = sql`select -3, name, id from (
      select name, id from category union all select ${UNCATEGORIZED}, 0) c
    where ${isInCategories} and name ilike all(${words.map((part) => `%${part}%`)}::text[])`
  const parts = sql`select -4, word, listing_count from search_term where word = any(${partsOf(words)}::text[])`
  const lookUps = typed.flatMap((each, i) => {
    if (isShort(each.word)) return []
    const pattern = `${each.as === 'part' ? '%' : ''}${each.word}${each.as === 'all' ? '' : '%'}`
    return sql`(select ${i}::int, word, listing_count from search_term where word like ${pattern}
      order by listing_count desc, word limit ${MOST_NAMED + 1})`
  })
  const { rows } = await sql<KnownWord & { typed: number }>`
    ${sql.join([size, stops, categories, parts, ...lookUps], sql` union all `)}`.execute(db)
  const countsOf = (look: number) =>
    new Map(rows.flatMap((row) => (row.typed === look ? [[row.word, row.listingCount]] : [])))
  return {
    listings: rows.find((row) => row.typed === -1)!.listingCount,
    known: typed.map((_, i) => rows.filter((row) => row.typed === i)),
    stopWords: countsOf(-2),
    parts: countsOf(-4),
    categoryIds: rows.flatMap((row) => (row.typed === -3 ? [row.listingCount] : [])),
  }
}

/** SQL of a `tsquery` for a typed word, and about which share of the listings has it (at least). */
type Term = { query: RawBuilder<unknown>; share: number; hasPrefix: boolean }

type Meanings = {
  known: readonly KnownWord[]
  forms: readonly Phrase[]
  parts: ReadonlyMap<string, number>
  listings: number
}

function termOf(typed: TypedWord, meanings: Meanings): Term {
  const { word, as } = typed
  const { known, listings } = meanings
  const isShortWord = isShort(word)
  const forms = meanings.forms.map((phrase) => phrase.join(' <-> '))
  const entries = sum([...known.map(({ listingCount }) => listingCount), ...entriesOfForms(meanings)])
  const share = Math.min(1, (isShortWord ? SHORT_SHARE : 0) + entries / listings)
  if (as === 'all') return { query: anyOf([word, ...forms]), share, hasPrefix: false }
  const named = known.flatMap((each) => (/^[\p{L}\p{N}]+$/u.test(each.word) ? [each.word] : []))
  const hasPrefix = isShortWord || known.length > MOST_NAMED
  if (!hasPrefix) return { query: anyOf([word, ...named, ...forms]), share, hasPrefix }
  // A prefix does not find the words that have the typed one in their middle.
  const containing = as === 'beginning' ? [] : named.slice(0, MOST_NAMED)
  return { query: anyOf([`${word}:*`, ...containing, ...forms]), share, hasPrefix }
}

/** About how many listings have each form that is no known word: at most as many as have its rarest word. */
function entriesOfForms({ known, forms, parts, listings }: Meanings): number[] {
  const phrases = new Map(forms.map((phrase) => [phrase.join(' '), phrase]))
  for (const { word } of known) phrases.delete(word)
  return [...phrases.values()].map((phrase) => {
    const long = phrase.filter((word) => !isShort(word))
    const rarest = Math.min(listings, ...long.map((word) => parts.get(word) ?? 0))
    return rarest * WHOLE_SHORT_SHARE ** (phrase.length - long.length)
  })
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

/** SQL of a `tsquery` that any of the words or phrases meets; `<->` binds closer than `|`. */
const anyOf = (words: readonly string[]) => sql`to_tsquery('title_words', ${[...new Set(words)].join(' | ')})`

const tsquery = (terms: readonly Term[]) =>
  terms.length > 0
    ? sql`(${sql.join(
        terms.map(({ query }) => query),
        sql` && `,
      )})`
    : sql`''::tsquery`

const matchingOf = (terms: readonly Term[], listings: number) =>
  terms.reduce((matching, { share }) => matching * share, listings)
