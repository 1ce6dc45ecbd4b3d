import { normalized } from '../characters.ts'

/** The fewest characters for which the header's search suggests something. */
export const MIN_SUGGEST_LENGTH = 2
const MAX_LENGTH = 100

/**
 * The text typed into the header's search, as suggestions are looked up; null while it is too short. Hidden characters
 * count as spaces.
 * ### Example `'  Tent\t4 '` is `'Tent 4'`; `' t '` is null.
 */
export function readSuggestQuery(typed: string): string | null {
  const query = normalized(typed.slice(0, 4 * MAX_LENGTH), 'NFC')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
  return [...query].length < MIN_SUGGEST_LENGTH ? null : query.toWellFormed()
}
