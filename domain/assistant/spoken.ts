import { withoutHidden } from '../text.ts'
import { MAX_ANSWER_LENGTH } from './assistant.ts'

export type SpokenRules = {
  /** Our own origin and mailbox: addresses of others are taken out. */
  origin: string
  supportEmail: string
  /** A word of the instructions that no answer has a reason to say. */
  canary: string
  /** The instructions themselves. */
  instructions: string
}

/** Top-level domains that a made-up address is likely to have. */
const domains =
  'com|net|org|info|biz|io|co|ph|app|dev|me|xyz|shop|store|site|online|link|ly|gg|ru|cn|top|click|live|test'
const address = new RegExp(
  String.raw`(?:(?:\b[a-z][a-z0-9+.-]*:)?//|\bwww\.)[^\s)\]>"']+|\b(?:javascript|data|vbscript|file):\S+|\b(?:[a-z0-9-]+\.)+(?:${domains})\b(?:[/:?#][^\s)\]>"']*)?`,
  'gi',
)

/**
 * What a model said as plain text: without Markdown, tags and hidden characters, and with no address or mailbox but
 * our own.
 *
 * ### Example
 * `**Pay** at [PayMongo](https://evil.test/x) or https://hiram.ph/help` is `Pay at PayMongo or
 * https://hiram.ph/help`.
 */
export function asPlainText(
  said: string,
  { origin, supportEmail }: Pick<SpokenRules, 'origin' | 'supportEmail'>,
): string {
  return withoutHidden(said)
    .replaceAll('\r\n', '\n')
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\(\s*([^)\s]*)[^)]*\)/g, (_, text: string, to: string) =>
      isOwn(to, origin) ? `${text} (${to})` : text,
    )
    .replaceAll(/<\/?[a-z!][^>]*>/gi, '')
    .replaceAll(address, (found, at: number, whole: string) => {
      const mailbox = /[^\s@<(]+@$/.exec(whole.slice(0, at))
      if (mailbox) return mailbox[0] + found === supportEmail ? found : '[removed]'
      return isOwn(found, origin) ? found : '[link removed]'
    })
    .replaceAll(/\*\*([^*\n]+)\*\*|__([^_\n]+)__/g, '$1$2')
    .replaceAll(/^#{1,6} +/gm, '')
    .replaceAll(/^(\s*)[*•] +/gm, '$1- ')
    .replaceAll('`', '')
}

function isOwn(link: string, origin: string): boolean {
  const end = link.replace(/[.,;:!?]+$/, '')
  return end === origin || end.startsWith(`${origin}/`) || /^\/(?!\/)[\w/?=&#-]*$/.test(end)
}

/** What a key of ours, of Google or of PayMongo looks like. */
const key = /AIza[\w-]{20,}|\b(?:sk|pk|whsk)_(?:live_|test_)?[A-Za-z0-9]{8,}|-----BEGIN [A-Z ]*PRIVATE KEY/

/**
 * Whether an answer lets something out that is to stay inside: the canary in any spelling, a sentence of the
 * instructions, a key.
 */
export function leaks(
  said: string,
  { canary, instructions }: Pick<SpokenRules, 'canary' | 'instructions'>,
): boolean {
  if (key.test(said)) return true
  const [bare, mark] = [squeezed(said), squeezed(canary)]
  if (bare.includes(mark) || bare.includes([...mark].toReversed().join(''))) return true
  if (said.includes(btoa(canary).slice(0, -3))) return true
  return instructions
    .split(/\n|(?<=[.:])\s/)
    .map(squeezed)
    .some((sentence) => sentence.length >= 32 && bare.includes(sentence))
}

const squeezed = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/**
 * Lets an answer through while it is said: whole words of plain text, at most `MAX_ANSWER_LENGTH` characters, nothing
 * after a leak. `hear` takes a piece and gives what may be shown now; `end` gives the rest.
 */
export function createSieve(rules: SpokenRules) {
  let [said, shown, taken] = ['', '', 0]
  let [leaked, full] = [false, false]
  const show = (upTo: number) => {
    const next = asPlainText(said.slice(taken, upTo), rules)
    taken = upTo
    const room = MAX_ANSWER_LENGTH - 1 - shown.length
    const piece = full ? '' : next.length <= room ? next : `${next.slice(0, room).trimEnd()}…`
    full ||= next.length > room
    shown += piece
    return piece
  }
  return {
    hear(piece: string): string {
      if (leaked) return ''
      said += piece
      leaked = leaks(said, rules)
      return leaked ? '' : show(Math.max(taken, boundaryOf(said, taken)))
    },
    end(): string {
      return leaked ? '' : show(said.length)
    },
    get leaked() {
      return leaked
    },
    /** All that was let through. */
    get text() {
      return shown.trim()
    },
  }
}

/**
 * The end of the last whole word from which nothing is open: a link or a tag is judged once it is closed, if that is
 * soon.
 */
function boundaryOf(said: string, from: number): number {
  const space = said.search(/\s\S*$/)
  if (space < from) return from
  const words = said.slice(from, space + 1)
  const open = [...words.matchAll(/[[<]/g)].find(({ index, 0: mark }) => {
    const after = words.slice(index + 1)
    return after.length < 300 && !(mark === '[' ? /^[^\]]*\](?:\([^)]*\)|[^(])/ : />/).test(after)
  })
  const bold = words.split('**').length % 2 === 0 ? words.lastIndexOf('**') : -1
  const held = [open?.index ?? -1, words.length - bold < 300 ? bold : -1].filter((at) => at >= 0)
  return held.length > 0 ? from + Math.min(...held) : space + 1
}
