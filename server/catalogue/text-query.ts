import { sql } from 'kysely'
import { normalized } from '#domain/text.ts'

/** Below this length, the beginning of a word is that of very many. */
const TELLING = 3

/** The words of a search, lowercase, twelve at most: only letters and digits, so nothing typed is an operator. */
export function wordsOf(search: string): string[] {
  return (
    normalized(search, 'NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, 12)
}

/** Words as a text query: every word has to occur, the last one as the beginning of a word. */
export const textQuery = (words: readonly string[]) =>
  sql`to_tsquery('english', ${words.map((word, i) => (i === words.length - 1 ? `${word}:*` : word)).join(' & ')})`

/**
 * The conditions that a row `s` of `listing_search` has the words. For a word that is only begun, the index gathers all that begins so,
 * however little the others find: it is spared that of a letter or two, and beside two others.
 */
export function inText(column: 'title_tsv' | 'all_tsv', words: readonly string[]) {
  const [text, query] = [sql.ref(`s.${column}`), textQuery(words)]
  const match = sql`and ${text} @@ ${query}`
  if (words.length === 1 || (words.length === 2 && words[1]!.length >= TELLING))
    return { match, indexed: match }
  const others = sql`to_tsquery('english', ${words.slice(0, -1).join(' & ')})`
  // Others that are nothing but `the` and the like find nothing.
  const telling = sql`case when numnode(${others}) > 0 then ${others} else ${query} end`
  return { match, indexed: sql`and ${text} @@ (${telling}) and (${text} @@ ${query}) is true` }
}
