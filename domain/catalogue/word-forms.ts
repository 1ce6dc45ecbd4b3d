/** A joined word of more letters has no other forms. */
const MAX_LENGTH = 30
/** Shorter words are not in `search_term`, so nobody can say whether a listing has them. */
const MIN_INDEXED_LENGTH = 3

/**
 * Stop words of one or two letters, also those of “rent a TV” and “carpenter's”. A word is not divided into one, as
 * the rest would be found in titles of other things. `i`, `t` and `up` are not among them: iPhone, T-shirt, pop-up.
 */
const shortStopWords = new Set(
  (
    'a am an as at be by do he if in is it me my no of on or s so to we ' + // English
    'ay ba ka ko mo na ng ni po sa si'
  ) // Filipino
    .split(' '),
)

/** Names of the same thing. A name of two words is also found written as one. */
const sameThings = [
  ['PS 4', 'PlayStation 4'],
  ['PS 5', 'PlayStation 5'],
  ['TV', 'television'],
  ['karaoke', 'videoke'],
  ['aircon', 'air conditioner'],
  ['fridge', 'refrigerator'],
  ['bike', 'bicycle'],
  ['mic', 'microphone'],
].map((names) => names.map((name) => name.toLowerCase().split(' ')))

/** Words that stand one after another in a text. */
export type Phrase = readonly string[]

/** Another form of the typed words from index `first` to `last`, both included. */
export type OtherForm = { first: number; last: number; phrase: Phrase }

/**
 * Other forms of one to three neighbours of a search. `words` and the forms are in lower case; a form may be there
 * twice, and a synonym may be the typed word itself.
 * - Neighbours as one word: `power bank`, `powerbank`. If the last one is short, a listing has to have the joined
 *   word, or the joined word has a digit: otherwise a stem of `camera e` would be `camera`.
 * - A word divided at its digits: `50mm`, `50 mm`.
 * - A word divided in two: `wifi`, `wi fi`. A listing has to have a long part; a short part is no stop word. If both
 *   parts are long, a listing has to have the whole word too: otherwise it would be a correction of a misspelt word,
 *   which the search shows as one.
 * - Numbers with an `x` between them: `4x4`, `4 4`.
 * - Another name of the same thing, also of its plural: `ps5`, `playstation 5`.
 *
 * `isKnown` says whether a listing has a word of three letters or more.
 */
export function otherForms(words: readonly string[], isKnown: (word: string) => boolean): OtherForm[] {
  return runsOf(words).flatMap(({ first, last, joined }) => {
    const mayJoin = () => !isShort(words[last]!) || /\p{N}/u.test(joined) || isKnown(joined)
    const forms = first === last ? divisionsOf(joined, isKnown) : mayJoin() ? [[joined]] : []
    // The index has “4×4” as the words 4 and 4.
    const factors = /^(\p{N}+)x(\p{N}+)$/u.exec(joined)?.slice(1)
    const phrases = [...forms, ...(factors ? [factors] : []), ...namesOf(joined)]
    return phrases.map((phrase) => ({ first, last, phrase }))
  })
}

/** The words to look up before `otherForms`, so that `isKnown` can answer: those of all forms that it may return. */
export const partsOf = (words: readonly string[]): string[] => [
  ...new Set(
    runsOf(words)
      .flatMap(({ first, last, joined }) => [
        [joined],
        ...namesOf(joined),
        ...(first === last ? [numbersApart(joined), ...halvesOf(joined)] : []),
      ])
      .flat()
      .filter((part) => !isShort(part)),
  ),
]

/** One to three neighbours, with the word that they are when joined. */
const runsOf = (words: readonly string[]) =>
  words
    .flatMap((_, first) => [first, first + 1, first + 2].map((last) => ({ first, last })))
    .filter(({ last }) => last < words.length)
    .map(({ first, last }) => ({ first, last, joined: words.slice(first, last + 1).join('') }))
    .filter(({ joined }) => joined.length <= MAX_LENGTH)

function divisionsOf(word: string, isKnown: (part: string) => boolean): Phrase[] {
  const halves = halvesOf(word).filter(
    (parts) =>
      parts.every((part) => (isShort(part) ? !shortStopWords.has(part) : isKnown(part))) &&
      (parts.some(isShort) || isKnown(word)),
  )
  const apart = numbersApart(word)
  return apart.length > 1 ? [apart, ...halves] : halves
}

const numbersApart = (word: string): Phrase => word.match(/\p{N}+|\P{N}+/gu)!

const namesOf = (joined: string): Phrase[] =>
  sameThings
    .filter((group) => group.some((name) => [joined, joined.replace(/s$/, '')].includes(name.join(''))))
    .flatMap((group) => group.flatMap((name) => [name, [name.join('')]]))

const halvesOf = (word: string): Phrase[] => {
  const letters = [...word]
  return letters.slice(1).map((_, i) => [letters.slice(0, i + 1).join(''), letters.slice(i + 1).join('')])
}

/** Whether a word is too short to be looked up in `search_term`. */
export const isShort = (word: string) => word.length < MIN_INDEXED_LENGTH
