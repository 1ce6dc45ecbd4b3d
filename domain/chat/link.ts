import { undisguised } from './disguise.ts'

/** The warning under a message with a link, for the person who received it. */
export const linkWarning = (siteName: string) =>
  `Links can lead anywhere. ${siteName} never asks you to pay or log in through a link in a chat.`

/** Top-level domains that occur in chats and are not also words or file extensions. */
const endings =
  'com|net|org|edu|gov|info|biz|mobi|asia|app|dev|xyz|icu|cyou|vip|club|online|store|site|shop|tech|cloud|' +
  'website|blog|link|click' +
  '|digital|agency|loan|finance|ph|sg|hk|cn|jp|kr|tw|vn|au|nz|uk|ca|eu|de|fr|ru|br|io|ai|co|ly|gg|cc|tv|ws|' +
  'tk|ml|ga|cf|gq|gl|gd|st|su|pw|ee'
/** Top-level domains that are also words: `bukas.to` may be a sentence that goes on, `t.me/ana` is not. */
const wordEndings =
  'in|to|me|my|us|be|id|at|it|is|la|name|today|live|life|help|support|group|pro|fun|win|space|bank|money|' +
  'cash|rest|top|page|world|zip|mov'

const name = String.raw`(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,8}`
const ends = String.raw`(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])`

const sure = [
  /(?<![\p{L}\p{N}])[a-z][a-z\d+.-]{1,20}:\/\/[^\s/]/iu,
  /(?<![\p{L}\p{N}])(?:javascript|data|vbscript|mailto|tel|sms):[^\s\d]/iu,
  /(?<![\p{L}\p{N}])www\d?\.[\p{L}\p{N}]/iu,
  /(?<![\p{L}\p{N}-])xn--[a-z\d-]/iu,
  // An IP address.
  /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\S)/u,
  new RegExp(String.raw`${name}(?:${endings}|${wordEndings})(?:[/?#]|:\d)\S`, 'iu'),
]
const bare = new RegExp(`${name}(${endings})${ends}`, 'giu')

/**
 * Whether a text holds something that a person could follow: an address with or without `https://`, also one written
 * so that programs don't see it. Amounts, file names and a full stop without a space after it are not links.
 * ### Example `bit.ly/2xK`, `www.example.com` and `example[.]com` are links; `₱1.500`, `photo.jpg` and `Sige.Salamat`
 * are none.
 */
export function containsLink(text: string): boolean {
  const plain = undisguised(text)
  if (sure.some((pattern) => pattern.test(plain))) return true
  for (const [, ending] of plain.matchAll(bare)) if (!beginsSentence(ending!)) return true
  return false
}

/** Whether an ending begins a sentence: `Open na.Shop muna ako` has a capital after the full stop. */
function beginsSentence(ending: string): boolean {
  return /^\p{Lu}\p{Ll}/u.test(ending) && !/^(?:com|net|org)$/i.test(ending)
}
