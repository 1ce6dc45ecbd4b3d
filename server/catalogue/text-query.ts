import { sql } from 'kysely'
import { normalized } from '#domain/characters.ts'

/** A shorter beginning of a word is the beginning of very many words. */
const SELECTIVE_LENGTH = 3

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

/** A `tsquery` of words: every word has to occur; the last one may be the beginning of a word. */
export const textQuery = (words: readonly string[]) =>
  sql`to_tsquery('english', ${words.map((word, i) => (i === words.length - 1 ? `${word}:*` : word)).join(' & ')})`

/**
 * SQL conditions (`and …`) that the row `s` of `listing_search` contains the words; `indexed` is for a step that
 * needs the GIN index. The index reads every row that has any word with the typed beginning, even when the other
 * words are rare. So `indexed` leaves the beginning out of the index search when it is short or when there are two
 * other words, and checks it on the rows that the other words found.
 */
export function inText(column: 'title_tsv' | 'all_tsv', words: readonly string[]) {
  const [text, query] = [sql.ref(`s.${column}`), textQuery(words)]
  const match = sql`and ${text} @@ ${query}`
  if (words.length === 1 || (words.length === 2 && words[1]!.length >= SELECTIVE_LENGTH))
    return { match, indexed: match }
  const others = sql`to_tsquery('english', ${words.slice(0, -1).join(' & ')})`
  // When the other words are stop words only, such as `the`, their query is empty and would find nothing.
  const selective = sql`case when numnode(${others}) > 0 then ${others} else ${query} end`
  return { match, indexed: sql`and ${text} @@ (${selective}) and (${text} @@ ${query}) is true` }
}
