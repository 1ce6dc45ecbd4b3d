import { z } from 'zod'
import { countCharacters, normalized, pileOfMarks } from './characters.ts'

/** Control characters other than white space, and unpaired surrogates. */
const control = /(?![\t-\r\u0085])\p{Cc}|[\ufff9-\ufffc\p{Cs}]/u
/** Characters that are invisible or change the direction of the text around them; without the two that style emoji. */
const invisible = /(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|\u2800/u
/** Visible characters. A text without any counts as empty. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u
/** The joiner inside one emoji made of several. Elsewhere it is invisible and not allowed. */
const emojiJoiner =
  /(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})/gu

/**
 * Compares two names as a person sorts them, without regard to case and accents. The database does not sort names: its
 * order depends on its collation.
 * ### Example `['Zebra', 'éclairs', 'eBikes'].toSorted(compareNames)` is `['eBikes', 'éclairs', 'Zebra']`
 */
export const compareNames: (a: string, b: string) => number = new Intl.Collator('en', { numeric: true })
  .compare

/** A number with its noun, whose plural ends with `s`: `1 item`, `2 items`. */
export const countOf = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`

/** A text of at most `most` characters; a cut is shown as `…`. */
export function clip(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

/** Whether a text hides something: control characters, changed direction, or invisible characters. */
export function hidesSomething(text: string): boolean {
  const bare = text.replaceAll(emojiJoiner, '')
  return control.test(bare) || invisible.test(bare)
}

/**
 * A text without hidden characters: control characters other than white space, characters that change direction, and
 * invisible ones, such as the tag characters in which a whole sentence can be written unseen.
 */
export function withoutHidden(text: string): string {
  return text
    .replaceAll(new RegExp(control.source, 'gu'), '')
    .replaceAll(new RegExp(invisible.source, 'gu'), '')
}

/** One line of text: composed (NFC), every run of white space becomes one space, with none at the ends. */
export function tidyLine(text: string): string {
  return normalized(text, 'NFC')
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim()
}

/**
 * Several lines of text: composed (NFC), line breaks become `\n`, at most one empty line in a row, none at the ends.
 */
export function tidyParagraphs(text: string): string {
  return normalized(text, 'NFC')
    .replaceAll(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')
    .split('\n')
    .map((row) => row.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

export type TextRules = {
  /** The field's name in its messages: `Title`. */
  label: string
  /** The most characters allowed. */
  max: number
  /** The fewest characters; 1 by default, and 0 for a field that may be left empty. */
  min?: number
  /** The message when it is empty; `{label} is required.` by default. */
  required?: string
}

/**
 * A form field of one line. A missing field counts as empty; the parsed value is tidied.
 * ### Example `line({ label: 'Title', max: 80 }).parse('  4-person   tent ')` is `4-person tent`, and of `' '` it says
 * `Title is required.`
 */
export function line(rules: TextRules) {
  return textField(tidyLine, rules)
}

/** A form field of several lines. */
export function paragraphs(rules: TextRules) {
  return textField(tidyParagraphs, rules)
}

/** An email address as it is stored and compared: in lowercase. */
export function emailAddress({ label = 'Email' }: { label?: string } = {}) {
  return line({ label, max: 254 })
    .transform((text) => text.toLowerCase())
    .refine((text) => z.email().safeParse(text).success, {
      error: 'Please enter an email address, such as ana@example.com.',
    })
}

/** Marks the error that a required field is empty, among the other errors. */
const missing = { missing: true } as const

/** A check of a whole form: it fails with `error` while one of its required fields is empty. */
export const whileMissing = (error: string) =>
  z.refine(() => false, {
    error,
    when: ({ issues }) =>
      issues.some((issue) => issue.code === 'custom' && issue.params?.missing === missing.missing),
  })

/**
 * The longest input for a text of `max` characters before it is tidied: each letter may have separate marks, and there
 * may be extra white space.
 */
const mostUnits = (max: number) => 4 * max + 1000

function textField(tidy: (text: string) => string, { label, max, min = 1, required }: TextRules) {
  return z
    .string({ error: `${label} should be text.` })
    .default('')
    .transform((typed, ctx) => {
      const refuse = (message: string, params = {}) => {
        ctx.issues.push({ code: 'custom', input: typed, message, params })
        return z.NEVER
      }
      const tooLong = (text: string) =>
        refuse(`${label} can have at most ${max} characters. It has ${countCharacters(text)}.`)
      if (typed.length > mostUnits(max)) return tooLong(typed)
      if (pileOfMarks.test(typed))
        return refuse(`${label} has too many marks on one letter. Please type it again with fewer.`)
      const text = tidy(typed)
      if (min > 0 && !visible.test(text)) return refuse(required ?? `${label} is required.`, missing)
      if (hidesSomething(text))
        return refuse(`${label} has invisible or control characters. Please type it again without them.`)
      const count = countCharacters(text)
      if (text !== '' && count < min) return refuse(`${label} should have at least ${min} characters.`)
      return count > max ? tooLong(text) : text
    })
}

/** A text with a capital as its first letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * A sentence with one full stop at its end, also where it ends with an initial.
 * ### Example “We asked Olivia S.” stays as it is, “We asked Olivia Santos” gets one.
 */
export const endSentence = (words: string): string => (words.endsWith('.') ? words : `${words}.`)
