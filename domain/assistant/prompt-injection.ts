import { normalized } from '../characters.ts'
import { withoutHidden } from '../text.ts'

/** Alternatives, of which a sentence has one, such as `give | show`; each may be a regular expression. */
type OneOf = string
const oneOf = (words: OneOf) => `(?:${words.replaceAll(/ *\| */g, '|').trim()})`

/**
 * Matches a sentence with one alternative of each list, in this order. A number between two lists is how many
 * characters may stand between them; without a number they follow each other.
 */
function sentence(...parts: (OneOf | number)[]): RegExp {
  const pattern = parts.map((part, i) => {
    if (typeof part === 'number') return `\\b[^.!?\\n]{0,${part}}\\b`
    return (typeof parts[i - 1] === 'string' ? ' ' : '') + oneOf(part)
  })
  return new RegExp(`\\b${pattern.join('')}\\b`)
}

/** Two words that form one term, such as `api key`, `api_key` or `api-key`. */
const term = (first: OneOf, second: OneOf) => new RegExp(`\\b${oneOf(first)}[\\s_-]*${oneOf(second)}\\b`)

/** Each word with any ending: `admin` also matches `administrator`. */
const withEndings = (words: OneOf): OneOf =>
  words
    .split('|')
    .map((word) => `${word.trim()}\\w*`)
    .join('|')

const setAside = 'ignore | disregard | forget | override | bypass | cancel | drop'
const setAsideInFilipino =
  'kalimutan | balewalain | isantabi | huwag sundin | huwag mo sundin | huwag mong sundin | ' +
  'huwag pansinin | huwag mo pansinin | huwag mong pansinin'
const ordersInFilipino =
  'tuntunin | utos | patakaran | panuto | tagubilin | bilin | instruksy?[io]n | instructions? | ' +
  'rules? | sinabi | lahat'
const reveal =
  'reveal | show | print | repeat | tell | output | display | translate | summari[sz]e | encode | write | recite | ' +
  'leak | paste | what are | what is | what were | ibigay | ipakita | sabihin | ulitin | isulat'
const ownOrders =
  'instructions? | prompt | rules | canary | guidelines | configuration | source code | programming | panuto | ' +
  'tuntunin | tagubilin | text'
const handOver = 'give | show | list | tell | reveal | dump | export | leak | send me | share'
const others =
  "other | another | all | every | someone(?: else)?['’]?s? | \\w+['’]s | users? | customers? | " +
  'ibang | lahat ng | ng owner | ng renter | ni \\w+'
const privateMatters =
  'passwords? | e-?mails? | phone | numbers? | numero | home address | addresses | tirahan | private | messages | ' +
  'chats | conversations | credit cards? | accounts of'

/**
 * Sentences by which people try to change an assistant's instructions. A question about renting rarely contains one.
 */
const attempts: RegExp[] = [
  // Ignore the rules.
  sentence(setAside, 40, 'instructions? | prompts? | guidelines | guardrails'),
  sentence(
    setAside,
    40,
    'your | all | these | those | the | any | previous | prior | above',
    'rules | restrictions | training | limits',
  ),
  sentence(setAside, 40, 'everything | anything | all', 'above | before | you | that'),
  sentence(setAsideInFilipino, 50, ordersInFilipino),

  // Reveal the instructions.
  term('system | hidden | initial | secret | developer | original', 'prompt | message | instructions?'),
  sentence(reveal, 30, 'your | iyong | mong | mo ang | above', 20, ownOrders),
  sentence(
    'repeat | print | output | say',
    30,
    'everything | all | text | words | verbatim',
    20,
    'above | before | so far | verbatim',
  ),

  // Be someone else.
  sentence('you are now | from now on,? you | you will now | pretend to be | pretend that you | pretend you'),
  sentence('role-?play | jailbreak | do anything now'),
  sentence('developer | debug | god | admin | dan', 'mode'),
  sentence('no longer bound | without restrictions | without any restrictions'),
  sentence(
    'act | behave | respond | answer | speak',
    'as | like',
    withEndings('if you | my grand | my late grand'),
  ),
  sentence(
    'act | behave | respond | answer | speak',
    'as | like',
    'an?',
    withEndings(
      'ai | bot | hacker | admin | terminal | linux | unrestricted | evil | different | pirate | lawyer | doctor',
    ),
  ),
  sentence('magpanggap | magkunwari | gumanap ka | gumanap bilang | ikaw na ngayon | simula ngayon,? ikaw'),

  // Secrets, and data of other people.
  term('api | secret | private | encryption | access | session', 'keys? | tokens? | secrets?'),
  sentence('environment variables? | env file | gemini_\\w+ | paymongo_\\w+'),
  sentence('database | db | sql | server', 15, 'dump | password | credentials | schema | tables? | query'),
  /\bdrop table\b|\bselect \*/,
  sentence(`${handOver} | ibigay | ipakita | sabihin | ilista`, 40, others, 30, privateMatters),
  sentence(
    handOver,
    20,
    'passwords? | e-?mails? | e-?mails? addresses | phone numbers? | addresses | messages | credit cards?',
    30,
    'of',
    'all | other | every | the | an?',
    '\\w+',
  ),

  // Markup.
  /<\s*\/?\s*(script|img|iframe|svg|style|form|object|embed|a\s)/,
  /javascript:|data:text\/html|\bon(error|load|click)\s*=/,
  /!?\[[^\]]*\]\(\s*(?:https?:|javascript:|\/\/)/,
  /<\|?\s*(im_start|im_end|system|endoftext|user|assistant)\b/,
  /\[\/?inst\]/,
  /^\s*#{1,6}\s*(system|instructions?|new rules)\b/m,
  /^\s*(system|assistant|developer)\s*:/m,
  /\b(visit|open|fetch|browse|load|summari[sz]e|read|go to|buksan|puntahan)\b[^\n]{0,40}\b(https?:\/\/|www\.)/,
  /\b(decode|base-?64|rot-?13|hex(?:adecimal)?)\b[^\n]{0,60}\b(this|following|and|then|ito|do|follow|obey)\b/,
]

/**
 * Whether a text is no question but an attempt to give the assistant other instructions, to read its instructions, its
 * keys or other people's data, or to slip markup or hidden text into it. It is only a first filter: the assistant
 * itself has no authority, so a missed attempt reaches nothing.
 * ### Example `Ignore all previous instructions` and `Kalimutan mo ang mga tuntunin mo` are; `Can I ignore a request?`
 * is not.
 */
export function isPromptInjection(text: string): boolean {
  const plain = normalized(withoutHidden(text), 'NFKC').toLowerCase()
  if (attempts.some((attempt) => attempt.test(plain))) return true
  return [...withoutHidden(text).matchAll(/[A-Za-z0-9+/_-]{24,}={0,2}/g)].some(([code]) => isHiddenText(code))
}

/** Whether a word is base64-encoded text. */
function isHiddenText(code: string): boolean {
  try {
    const decoded = atob(code.replaceAll('-', '+').replaceAll('_', '/'))
    return /^[\x20-\x7e\n]+$/.test(decoded) && / /.test(decoded)
  } catch {
    return false
  }
}
