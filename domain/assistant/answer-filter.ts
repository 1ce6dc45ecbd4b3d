import { withoutHidden } from '../text.ts'
import { MAX_ANSWER_LENGTH } from './assistant.ts'

export type AnswerRules = {
  /** Our own origin: web addresses of others are removed. */
  origin: string
  supportEmail: string
  /** A random word in the instructions, which no proper answer contains. */
  canary: string
  /** The instructions themselves. */
  instructions: string
}

/** Top-level domains that an invented address is likely to have. */
const domains =
  'com|net|org|info|biz|io|co|ph|app|dev|me|xyz|shop|store|site|online|link|ly|gg|ru|cn|top|click|live|test'
const address = new RegExp(
  String.raw`(?:(?:\b[a-z][a-z0-9+.-]*:)?//|\bwww\.)[^\s)\]>"']+|\b(?:javascript|data|vbscript|file):\S+|\b(?:[a-z0-9-]+\.)+(?:${domains})\b(?:[/:?#][^\s)\]>"']*)?`,
  'gi',
)

/**
 * A model's answer as plain text: without Markdown, tags and hidden characters, and without addresses or mailboxes
 * other than our own.
 * ### Example `**Pay** at [PayMongo](https://evil.test/x) or https://hiram.ph/help` is `Pay at PayMongo or
 * https://hiram.ph/help`.
 */
export function asPlainText(
  answer: string,
  { origin, supportEmail }: Pick<AnswerRules, 'origin' | 'supportEmail'>,
): string {
  return withoutHidden(answer)
    .replaceAll('\r\n', '\n')
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\(\s*([^)\s]*)[^)]*\)/g, (_, text: string, to: string) =>
      isOwn(to, origin) ? `${text} (${to})` : text,
    )
    .replaceAll(/<\/?[a-z!][^>]*>/gi, '')
    .replaceAll(/\*\*([^*\n]+)\*\*|__([^_\n]+)__/g, '$1$2')
    .replaceAll('`', '')
    .replaceAll(address, (found, at: number, whole: string) => {
      const mailbox = /[^\s@<(]+@$/.exec(whole.slice(0, at))
      if (mailbox) return mailbox[0] + found === supportEmail ? found : '[removed]'
      return isOwn(found, origin) ? found : '[link removed]'
    })
    .replaceAll(/^#{1,6} +/gm, '')
    .replaceAll(/^(\s*)[*•] +/gm, '$1- ')
}

function isOwn(link: string, origin: string): boolean {
  const end = link.replace(/[.,;:!?]+$/, '')
  return end === origin || end.startsWith(`${origin}/`) || /^\/(?!\/)[\w/?=&#-]*$/.test(end)
}

/** Patterns of the keys of this site, of Google and of PayMongo. */
const key = /AIza[\w-]{20,}|\b(?:sk|pk|whsk)_(?:live_|test_)?[A-Za-z0-9]{8,}|-----BEGIN [A-Z ]*PRIVATE KEY/

/** Whether an answer contains a secret: the canary in any spelling, a sentence of the instructions, or a key. */
export function leaks(
  answer: string,
  { canary, instructions }: Pick<AnswerRules, 'canary' | 'instructions'>,
): boolean {
  if (key.test(answer)) return true
  const [bare, mark] = [squeezed(answer), squeezed(canary)]
  if (bare.includes(mark) || bare.includes([...mark].toReversed().join(''))) return true
  if (answer.includes(btoa(canary).slice(0, -3))) return true
  return instructions
    .split(/\n|(?<=[.:])\s/)
    .map(squeezed)
    .some((sentence) => sentence.length >= 32 && bare.includes(sentence))
}

const squeezed = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/**
 * Filters an answer while it streams: it passes whole words of plain text, at most `MAX_ANSWER_LENGTH` characters, and
 * nothing after a leak. `push` takes a piece and returns what may be shown now; `end` returns the rest.
 */
export function createAnswerFilter(rules: AnswerRules) {
  let [answer, shown, taken] = ['', '', 0]
  let [leaked, full] = [false, false]
  const show = (upTo: number) => {
    const next = asPlainText(answer.slice(taken, upTo), rules)
    taken = upTo
    const space = MAX_ANSWER_LENGTH - 1 - shown.length
    const piece = full ? '' : next.length <= space ? next : `${beginningOf(next, space).trimEnd()}…`
    full ||= next.length > space
    shown += piece
    return piece
  }
  return {
    push(piece: string): string {
      if (leaked) return ''
      answer += piece
      leaked = leaks(answer, rules)
      return leaked ? '' : show(Math.max(taken, endOfWholePart(answer, taken)))
    },
    end(): string {
      return leaked ? '' : show(answer.length)
    },
    get leaked() {
      return leaked
    },
    /** All text that passed so far. */
    get text() {
      return shown.trim()
    },
  }
}

/** The first `length` code units of a text, without half a character at their end. */
const beginningOf = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

/**
 * Where the part that can be shown ends: after the last whole word, but before a link, a tag or bold text that is not
 * closed yet. Those are judged once they are closed, if that comes soon.
 */
function endOfWholePart(answer: string, from: number): number {
  const space = answer.search(/\s\S*$/)
  if (space < from) return from
  const words = answer.slice(from, space + 1)
  const open = [...words.matchAll(/[[<]/g)].find(({ index, 0: mark }) => {
    const after = words.slice(index + 1)
    return after.length < 300 && !(mark === '[' ? /^[^\]]*\](?:\([^)]*\)|[^(])/ : />/).test(after)
  })
  const bold = words.split('**').length % 2 === 0 ? words.lastIndexOf('**') : -1
  const unfinished = [open?.index ?? -1, words.length - bold < 300 ? bold : -1].filter((at) => at >= 0)
  return unfinished.length > 0 ? from + Math.min(...unfinished) : space + 1
}
