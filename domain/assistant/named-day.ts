import { addDays, isDay, type Day } from '../period.ts'
import { wordsIn } from '../help/words.ts'

const months = [
  ['jan', 'enero'],
  ['feb', 'pebrero'],
  ['mar', 'marso'],
  ['apr', 'abril'],
  ['may', 'mayo'],
  ['jun', 'hunyo'],
  ['jul', 'hulyo'],
  ['aug', 'agosto'],
  ['sep', 'setyembre'],
  ['oct', 'oktubre'],
  ['nov', 'nobyembre'],
  ['dec', 'disyembre'],
]
const weekdays = [
  ['sunday', 'linggo'],
  ['monday', 'lunes'],
  ['tuesday', 'martes'],
  ['wednesday', 'miyerkules'],
  ['thursday', 'huwebes'],
  ['friday', 'biyernes'],
  ['saturday', 'sabado', 'weekend'],
]

/**
 * The day that a message names, or null: `2026-12-24`, `December 24`, `24 Dec`, `today`, `bukas`, or the next
 * `Saturday`. A day without a year is the next such day.
 *
 * ### Example
 * On 2026-11-21, a Saturday: `on dec 5` is `2026-12-05`, `bukas` is `2026-11-22`, `this Monday` is `2026-11-23`.
 */
export function dayNamedIn(text: string, today: Day): Day | null {
  const exact = /\b(\d{4}-\d{2}-\d{2})\b/.exec(text)?.[1]
  if (exact && isDay(exact)) return exact
  const words = wordsIn(text)
  for (const [i, word] of words.entries()) {
    const month = months.findIndex((names) => names.some((name) => isMonth(word, name)))
    if (month < 0 || isOtherMay(words, i)) continue
    const date = [words[i + 1], words[i - 1]].map(dateIn)
    const found = date.find((each) => each !== undefined)
    if (found) return nextSuch(month + 1, Number(found), today)
  }
  if (words.includes('tomorrow') || words.includes('bukas')) return addDays(today, 1)
  if (words.includes('today') || words.includes('ngayon') || words.includes('tonight')) return today
  const weekday = weekdays.findIndex((names) =>
    names.some((name) => words.some((word, i) => word === name && !isWeek(words, i))),
  )
  if (weekday < 0) return null
  const now = new Date(`${today}T00:00:00Z`).getUTCDay()
  return addDays(today, (weekday - now + 7) % 7)
}

/** The number of a date, such as `4` or `4th`. */
const dateIn = (word = '') => /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1]

/** Words after a count: “may 4 na bata” is “there are 4 children”. */
const afterCount = new Set(
  'na kami kaming kayo kayong ka kang ako akong siya siyang sila silang tayo tayong bata tao katao'.split(
    ' ',
  ),
)
/** Words before a date: “sa May 4”. */
const beforeDate = new Set('sa on from until by till mula hanggang noong ngayong darating'.split(' '))
/** Words after an English “may” that asks for leave. */
const afterAsking = new Set('i we you he she they it my our your'.split(' '))

/**
 * Whether a word is `may`, but no month: “may 4 kaming bata” is about four children, “for 4, may I …” asks for leave.
 */
function isOtherMay(words: readonly string[], i: number): boolean {
  if (words[i] !== 'may') return false
  if (beforeDate.has(words[dateIn(words[i - 1]) ? i - 2 : i - 1] ?? '')) return false
  if (afterAsking.has(words[i + 1] ?? '')) return true
  return /^\d+$/.test(words[i + 1] ?? '') && afterCount.has(words[i + 2] ?? '')
}

/**
 * `dec`, `december`, `disyembre`; a short word that is another word too (`may`, `mar`) needs its date beside it
 * anyway.
 */
function isMonth(word: string, name: string): boolean {
  return (
    word === name || (name.length === 3 && word.length > 3 && fullNames.has(word) && word.startsWith(name))
  )
}

/** Words before a “linggo” that is a week. */
const beforeWeek = new Set('isang dalawang tatlong limang buong kada bawat na'.split(' '))

/** Whether a word is `linggo` and a week, as in “isang linggo” and “susunod na linggo”, and not a Sunday. */
const isWeek = (words: readonly string[], i: number) =>
  words[i] === 'linggo' && (/^\d+$/.test(words[i - 1] ?? '') || beforeWeek.has(words[i - 1] ?? ''))

const fullNames = new Set(
  'january february march april june july august september sept october november december'.split(' '),
)

function nextSuch(month: number, date: number, today: Day): Day | null {
  const dayOf = (year: number) => `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  const year = Number(today.slice(0, 4))
  const day = dayOf(year) < today ? dayOf(year + 1) : dayOf(year)
  return isDay(day) ? day : null
}
