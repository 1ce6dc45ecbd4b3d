import { normalized } from '../characters.ts'

/** Cyrillic and Greek letters that look like a Latin one. */
const lookAlikes: Record<string, string> = Object.fromEntries(
  [
    ...'аaеeоoрpсcхxуyіiјjѕsԁdһhкkмmтtвbнhАAЕEОOРPСCХXУYІIЈJЅSКKМMТTВBНHοoαaρpνvτtιiκkυuΟOΑAΡPΝNΤTΙIΚKΥY'.matchAll(
      /(.)(.)/gu,
    ),
  ].map(([, foreign, latin]) => [foreign!, latin!]),
)
const lookAlike = new RegExp(`[${Object.keys(lookAlikes).join('')}]`, 'gu')

const open = String.raw`\s?[[({<]\s?`
const close = String.raw`\s?[\])}>]\s?`
const dots = new RegExp(`${open}(?:\\.|dot|tuldok)${close}`, 'giu')
const ats = new RegExp(`${open}(?:@|at)${close}`, 'giu')
const spokenDot =
  /(?<=[\p{L}\p{N}])\s+(?:dot|tuldok)\s+(?=(?:com|net|org|ph|io|app|xyz|top|me|co|ly)(?![\p{L}\p{N}]))/giu
const spacedDot = /(?<=[\p{L}\p{N}])\s+\.\s?(?=(?:com|net|org|ph)(?![\p{L}\p{N}]))/giu
const spokenWww = /(?<![\p{L}\p{N}])www\s+dot\s+/giu
const spacedScheme = /(?<![\p{L}\p{N}])(h(?:tt|xx)ps?)\s?:\s?\/\s?\//giu

/**
 * A text without the tricks that hide an address or a number from programs but not from people: letters of other
 * scripts that look alike, full-width and circled signs, `[.]`, `(at)` and ` dot com`. Only rules read it; it is never
 * shown.
 * ### Example `undisguised('ехample[.]com')`, with two Cyrillic letters, is `example.com`.
 */
export function undisguised(text: string): string {
  return normalized(text, 'NFKC')
    .replaceAll(/[\ufe0f\u20e3]/gu, '')
    .replaceAll('。', '.')
    .replaceAll(lookAlike, (letter) => lookAlikes[letter]!)
    .replaceAll(dots, '.')
    .replaceAll(ats, '@')
    .replaceAll(spokenWww, 'www.')
    .replaceAll(spokenDot, '.')
    .replaceAll(spacedDot, '.')
    .replaceAll(spacedScheme, '$1://')
}
