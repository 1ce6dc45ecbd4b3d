/** A longer word is read as it is. */
const LONGEST = 30
/** A part of fewer letters may stand anywhere: `search_term` does not have it. */
const SELECTIVE_LENGTH = 3

/**
 * Short stop words: titles have them beside any other word, as “rent a TV” and “carpenter's tool”. Without `i`, `t`
 * and `up`, of which names are made: iPhone, T-shirt, pop-up.
 */
const joining = new Set(
  (
    'a am an as at be by do he if in is it me my no of on or s so to we ' + // English
    'ay ba ka ko mo na ng ni po sa si'
  ).split(' '),
)

/** Names of the same thing, each group with its spellings. `air conditioner` also stands for `airconditioner`. */
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

/** A way to write one or more typed words differently: those from `first` to `last`. */
export type OtherForm = { first: number; last: number; phrase: Phrase }

/**
 * The other ways to write words of a search, in lower case: neighbours as one word (`power bank`, `powerbank`), a word
 * as several (`wifi`, `wi fi`; `50mm`, `50 mm`; `4x4`, `4 x 4`, `4×4`), and another name of the same thing (`ps5`,
 * `playstation 5`). `isKnown` says whether a listing has a word of three letters or more. A word that no listing has
 * is not divided into two long ones: that is a correction, of which the search tells. No part is a short stop word.
 * Neighbours of which the last is short have to be known as one word, as it may be an ending: the stem of `camera e`
 * as one word is `camera`.
 */
export function otherForms(words: readonly string[], isKnown: (word: string) => boolean): OtherForm[] {
  return runsOf(words).flatMap(({ first, last, joined }) => {
    const mayJoin = !isShort(words[last]!) || /\p{N}/u.test(joined) || isKnown(joined)
    const forms = first === last ? divisionsOf(joined, isKnown) : mayJoin ? [[joined]] : []
    // The words of a listing are those of “4×4”, too: the index has no multiplication signs.
    const factors = /^(\p{N}+)x(\p{N}+)$/u.exec(joined)?.slice(1)
    const phrases = [...forms, ...(factors ? [factors] : []), ...namesOf(joined)]
    return phrases.map((phrase) => ({ first, last, phrase }))
  })
}

/** The words of three letters or more of all forms that `otherForms` may return. */
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

/** Up to three neighbours, also single words, with what they are as one word. */
const runsOf = (words: readonly string[]) =>
  words
    .flatMap((_, first) => [first, first + 1, first + 2].map((last) => ({ first, last })))
    .filter(({ last }) => last < words.length)
    .map(({ first, last }) => ({ first, last, joined: words.slice(first, last + 1).join('') }))
    .filter(({ joined }) => joined.length <= LONGEST)

function divisionsOf(word: string, isKnown: (part: string) => boolean): Phrase[] {
  const halves = halvesOf(word).filter(
    (parts) =>
      parts.every((part) => (isShort(part) ? !joining.has(part) : isKnown(part))) &&
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

const isShort = (word: string) => word.length < SELECTIVE_LENGTH
