/** More combining marks on one letter than any script has (Unicode UAX #15, “Stream-Safe Text”: 30). */
export const pileOfMarks = /\p{M}{31}/u

/**
 * Normalises a text to a Unicode form in linear time. Sorting the marks on one letter takes time in the square of
 * their number, so a text with more than 30 on one letter stays unchanged.
 */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC'): string {
  return pileOfMarks.test(text) ? text : text.normalize(form)
}

/** The approximate number of characters a person sees in a text: `ñ` and `😀` are one each. */
export function countCharacters(text: string): number {
  return [...text].length
}
