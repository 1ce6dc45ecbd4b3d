import { normalized } from '../characters.ts'

/**
 * Words that the search ignores, English and Filipino: words without a meaning of their own, and words that every text
 * has, about the site and things to rent.
 */
const ignored = new Set(
  `about all also am an and any are as at be been but by can could did do does doing done for from get getting
  got had has have having he her here him his how if in into is it its just kind let me might more most much
  must my need of off on or our out please she should so some someone something still than that the their
  them then there these they thing things this those to too up us use using very want was we were what when
  where which while who whom why will with would you your yours dont doesnt didnt cant isnt im ive youre
  whats hi hello thanks thank tell explain help know question work works really actually ok okay mean means
  ako akin aking akoy ang ano anong at ay ba bakit bang daw din dito diyan doon eh ganito gusto ha hindi ho
  ikaw ito iyon iyan ka kaming kami kanila kanya kasi kaya kayo kita ko kong kung lang mag may mayroon meron
  mga mo mong muna na nang namin natin naman nasa ng ngayon ni nila nito niya niyo nyo opo oo pa paano pano
  paanong para pero po pwede puwede pwedeng puwedeng raw rin sa saan sana si sila sino siya tayo tungkol
  tulad upang yan yung yun dapat maaari maaaring sobra kailangan kailangang gawin gagawin nangyayari
  mangyayari kumusta kamusta gamit bagay first yet still soon own received another come comes came coming now
  today please happen happens happened happening anything everything hiram site website app page platform
  here item items camera lens lenses tripod tent drill saw ladder tool tools gown dress suit barong guitar
  keyboard drum drums console game games projector speaker speakers bike bicycle kayak surfboard laptop
  tablet drone generator grill videoke karaoke stroller crib costume table tables chair chairs mixer oven
  cooler bag suitcase`.split(/\s+/),
)

/** Filipino words that are rare in English texts. */
const filipino = new Set(
  `ang ng mga sa po ba paano pano magkano ano anong kailan saan bakit sino kong ko ako akong mo ka kayo natin
  namin naman lang pwede puwede kung nang hindi ito yung iyong aking para kapag pag gusto kailangan mag may
  meron wala maaari opo salamat kumusta magbayad bayad ibalik isauli umupa upa hiramin magpahiram`.split(
    /\s+/,
  ),
)

/** The words of a text, lowercase and without accents. */
export function wordsIn(text: string): string[] {
  return normalized(text.toLowerCase(), 'NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[’'`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/**
 * Whether a question is asked mostly in Filipino. A single word is not enough: `ano` and `may` occur in English texts
 * too.
 */
export function isFilipino(text: string): boolean {
  const words = wordsIn(text)
  const count = words.filter((word) => filipino.has(word)).length
  return count >= 2 && count / words.length >= 0.25
}

/**
 * The words by which a text is found: without ignored words, cut to their stems.
 * ### Example `termsIn('How do I cancel my bookings?')` is `['cancel', 'book']`.
 */
export function termsIn(text: string): string[] {
  return wordsIn(text)
    .filter((word) => !ignored.has(word) && word.length > 1)
    .map(stemOf)
}

/** Endings of English words, the longest first; `left` is the fewest letters that must remain. */
const endings: [ending: string, left: number, instead?: string][] = [
  ['ations', 4],
  ['ation', 4],
  ['ingly', 4],
  ['ments', 3],
  ['ment', 3],
  ['ings', 3],
  ['ies', 3, 'y'],
  ['ing', 3],
  ['ers', 4],
  ['ed', 3],
  ['er', 4],
  ['es', 3],
  ['s', 3],
]

/**
 * A word without its English ending: `cancelling`, `cancelled` and `cancellation` are `cancel`. The same endings are
 * cut from Filipino words; as texts and questions lose them alike, they still match.
 */
export function stemOf(word: string): string {
  if (/\d/.test(word) || word.endsWith('ss')) return word
  for (const [ending, left, instead = ''] of endings) {
    if (!word.endsWith(ending) || word.length - ending.length < left) continue
    return bare(word.slice(0, -ending.length) + instead)
  }
  return bare(word)
}

/** A stem without a doubled last consonant and a last e, so that `delete` and `deleting` match. */
function bare(stem: string): string {
  const single = stem.replace(/([bdgklmnprt])\1$/, '$1')
  return single.length > 3 ? single.replace(/e$/, '') : single
}

/**
 * The approximate root of a Filipino verb: without the affixes that mark time and focus, so that forms of one verb
 * match.
 * ### Example `ikakansela`, `ikansela` and `nakansela` have the root `kansela`; `babayaran` and `magbayad` have
 * `bayad`.
 */
export function rootOf(word: string): string {
  const unrepeated = word.replace(/([bdghklmnprstwy]?[aeiou])\1/, '$1')
  const withoutPrefix = unrepeated.replace(
    /^(?:ipag|ipa|pinag|naka|maka|mag|nag|pag|pina|ma|na|i)(?=[bdghklmnprstwy][aeiou])/,
    '',
  )
  const withoutInfix = withoutPrefix
    .replace(/^([bdghklmnprstwy])um(?=[aeiou])/, '$1')
    .replace(/^um(?=[aeiou])/, '')
  const withoutSuffix = withoutInfix.replace(/(?<=[a-z]{4})(?:han|hin|an|in)$/, '')
  // `bayar` is the root `bayad` before an ending.
  return withoutSuffix === withoutInfix ? withoutInfix : withoutSuffix.replace(/r$/, 'd')
}
