import { countCharacters } from '../characters.ts'
import { refuse, type Verdict } from '../verdict.ts'

export type Names = { firstName: string; lastName: string }

/** The most characters of a first or of a last name. */
const MAX_NAME = 80

const bothNames = 'Full Name needs a first and a last name.'

/** Words that begin a last name of several words: `Dela Cruz`, `de los Santos`, `San Juan`, `van der Berg`. */
const openers = new Set(
  (
    'de del dela delas delos da das do dos di du la las le los el al bin ibn binti san santa santo sta sto st ' +
    'van von der den ten ter y'
  ).split(' '),
)
/** Words that follow a last name: `Reyes Jr.`, `Cabrera III`. */
const followers = /^(jr|sr|ii|iii|iv|v)\.?$/i

const isOpener = (word: string) => openers.has(word.toLowerCase().replace(/\.$/, ''))

/** The first and the last name joined, as the field Full Name holds them. */
export function fullNameOf({ firstName, lastName }: Names): string {
  return `${firstName} ${lastName}`
}

/**
 * Splits a tidied full name into first and last name. A name of `before` that is unchanged stays as it is, so that
 * correcting one name never splits the other again. Otherwise the last name is the last word and the words that belong
 * to it. Joined again, the two are the full name. Refusal: `name` (only one word, or a part that is too long).
 * ### Example `Maria Clara de los Santos Jr.` is `Maria Clara` and `de los Santos Jr.`.
 */
export function splitFullName(fullName: string, before?: Names): Verdict<Names> {
  const words = fullName.split(' ')
  if (words.length < 2) return refuse('name', bothNames)
  const names = (before && unchangedPart(fullName, before)) ?? partAt(words, startOfLastName(words))
  if (countCharacters(names.firstName) > MAX_NAME || countCharacters(names.lastName) > MAX_NAME)
    return refuse('name', `A first or a last name can have at most ${MAX_NAME} characters.`)
  return { ok: true, ...names }
}

function unchangedPart(fullName: string, { firstName, lastName }: Names): Names | undefined {
  if (fullName.endsWith(` ${lastName}`))
    return { firstName: fullName.slice(0, -lastName.length - 1), lastName }
  if (fullName.startsWith(`${firstName} `))
    return { firstName, lastName: fullName.slice(firstName.length + 1) }
  return undefined
}

function startOfLastName(words: readonly string[]): number {
  let start = words.length - 1
  while (start > 1 && followers.test(words[start]!)) start--
  while (start > 1 && isOpener(words[start - 1]!)) start--
  return start
}

function partAt(words: readonly string[], at: number): Names {
  return { firstName: words.slice(0, at).join(' '), lastName: words.slice(at).join(' ') }
}
