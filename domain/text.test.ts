import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { shortest } from '#tests/support/timing.ts'
import { countCharacters, normalized } from './characters.ts'
import {
  endSentence,
  emailAddress,
  hidesSomething,
  line,
  paragraphs,
  tidyLine,
  tidyParagraphs,
} from './text.ts'

/** The result of a field: the value it holds, or its first error. */
function read(field: z.ZodType<string>, typed: unknown): string {
  const result = field.safeParse(typed)
  return result.success ? result.data : `! ${result.error.issues[0]!.message}`
}

const title = line({ label: 'Title', max: 10 })
const terms = paragraphs({ label: 'Terms', max: 20, min: 0 })

describe('a line', () => {
  test('is trimmed, and each run of white space inside is one space', () => {
    expect(read(title, '  4-man \t\n tent ')).toBe('4-man tent')
    expect(read(title, 'no\u00a0break')).toBe('no break')
  })

  test('is composed, so that ñ is one character however it was typed', () => {
    expect(read(title, 'Pen\u0303a')).toBe('Pe\u00f1a')
  })

  test('that is empty, absent or shows nothing is required', () => {
    for (const typed of ['', '   ', undefined, '\ufe0f', '\u200b', '\u0301'])
      expect(read(title, typed)).toBe('! Title is required.')
  })

  test('is counted as people count: ten faces are ten characters', () => {
    expect(countCharacters('😀ñ')).toBe(2)
    expect(read(title, '😀'.repeat(10))).toBe('😀'.repeat(10))
    expect(read(title, '😀'.repeat(11))).toBe('! Title can have at most 10 characters. It has 11.')
  })

  test('may be left empty when its least is 0, and otherwise has a least', () => {
    expect(read(line({ label: 'Tags', max: 9, min: 0 }), undefined)).toBe('')
    expect(read(line({ label: 'Tags', max: 9, min: 0 }), ' ')).toBe('')
    expect(read(line({ label: 'Word', max: 9, min: 3 }), 'ab')).toBe(
      '! Word should have at least 3 characters.',
    )
    expect(read(line({ label: 'Word', max: 9, min: 3 }), 'abc')).toBe('abc')
  })

  test('is text, not a file or a list', () => {
    expect(read(title, ['a', 'b'])).toBe('! Title should be text.')
    expect(read(title, new File(['x'], 'x.txt'))).toBe('! Title should be text.')
  })

  test.each([
    ['a null', 'a\u0000b'],
    ['an escape', 'a\u001b[31m'],
    ['a delete', 'a\u007fb'],
    ['half a character', 'a\ud83d'],
    ['a right-to-left override', 'a\u202egpj.exe'],
    ['a direction isolate', 'a\u2066b\u2069'],
    ['a right-to-left mark', 'a\u200fb'],
    ['a zero-width space', 'a\u200bb'],
    ['a zero-width joiner between letters', 'a\u200db'],
    ['a soft hyphen', 'a\u00adb'],
    ['a word joiner', 'a\u2060b'],
    ['a Hangul filler', 'a\u3164b'],
    ['a blank of Braille', 'a\u2800b'],
    ['letters written as invisible tags', 'a\u{e0041}\u{e0042}'],
  ])('with %s is refused', (_, typed) => {
    expect(read(title, typed)).toBe(
      '! Title has invisible or control characters. Please type it again without them.',
    )
  })

  test.each(['👩‍🔧', '👨🏽‍🌾', '🏳️‍🌈', '❤️', '🇵🇭', '1️⃣', 'Iñigo', '₱450', 'ᜑᜒᜇᜋ᜔', 'ภาษา', '日本'])(
    'keeps %s',
    (text) => {
      expect(read(title, text)).toBe(text)
    },
  )
})

describe('paragraphs', () => {
  test('keep their line breaks, as \\n wherever they come from', () => {
    expect(tidyParagraphs('a\r\nb\rc\u2028d')).toBe('a\nb\nc\nd')
  })

  test('lose spaces at the ends of rows, and keep one empty line at most', () => {
    expect(tidyParagraphs('  a  \n \n\n\n\tb\t\n')).toBe('a\n\n\tb')
  })

  test('count a line break as one character, also from a browser that sends two', () => {
    expect(read(terms, 'aaaaaaaaa\r\nbbbbbbbbbb')).toBe('aaaaaaaaa\nbbbbbbbbbb')
    expect(read(terms, 'aaaaaaaaaa\r\nbbbbbbbbbb')).toBe('! Terms can have at most 20 characters. It has 21.')
  })

  test('refuse what hides something', () => {
    expect(read(terms, 'a\n\u202eb')).toContain('invisible or control characters')
  })

  test('of a million spaces are read at once', () => {
    const spaces = `a${' '.repeat(1_000_000)}b`
    expect(shortest(() => tidyParagraphs(spaces))).toBeLessThan(500)
    expect(shortest(() => tidyLine(spaces))).toBeLessThan(500)
  })
})

describe('any text', () => {
  const text = fc.string({ unit: 'binary' })

  test('tidied again is the same', () => {
    fc.assert(
      fc.property(text, (text) => {
        expect(tidyLine(tidyLine(text))).toBe(tidyLine(text))
        expect(tidyParagraphs(tidyParagraphs(text))).toBe(tidyParagraphs(text))
      }),
    )
  })

  test('that a line accepts has one row, hides nothing and is not too long', () => {
    const anything = line({ label: 'Text', max: 30 })
    fc.assert(
      fc.property(text, (text) => {
        const result = anything.safeParse(text)
        if (!result.success) return
        expect(result.data).not.toMatch(/[\n\r\t]/)
        expect(hidesSomething(result.data)).toBe(false)
        expect(countCharacters(result.data)).toBeLessThanOrEqual(30)
      }),
    )
  })
})

describe('an email address', () => {
  test('is trimmed and lowercased', () => {
    expect(read(emailAddress(), ' Ana.Cruz+hiram@Example.COM ')).toBe('ana.cruz+hiram@example.com')
  })

  test.each([
    'ana',
    'ana@',
    '@example.com',
    'ana@example',
    'ana cruz@example.com',
    'ana@example.com, b@example.com',
  ])('%j is not one', (typed) => {
    expect(read(emailAddress(), typed)).toBe('! Please enter an email address, such as ana@example.com.')
  })

  test('is required, and has at most 254 characters', () => {
    expect(read(emailAddress(), '')).toBe('! Email is required.')
    expect(read(emailAddress(), `${'a'.repeat(250)}@example.com`)).toBe(
      '! Email can have at most 254 characters. It has 262.',
    )
  })
})

test('ends a sentence with one full stop, also after an initial', () => {
  expect(endSentence('We asked Olivia S.')).toBe('We asked Olivia S.')
  expect(endSentence('We asked Olivia Santos')).toBe('We asked Olivia Santos.')
})

describe('marks on one letter', () => {
  const marks = (n: number) => `a${'\u0301'.repeat(n / 2)}${'\u0323'.repeat(n / 2)}`

  test('are put in order, as far as any script has them', () => {
    expect(normalized('e\u0301\u0323', 'NFC')).toBe('\u1eb9\u0301')
    expect(normalized(marks(30), 'NFD')).toBe(marks(30).normalize('NFD'))
    expect(normalized(marks(40), 'NFD')).toBe(marks(40))
  })

  test('are refused when there are more than that', () => {
    const story = paragraphs({ label: 'Story', max: 4000 })
    expect(read(story, marks(40))).toBe(
      '! Story has too many marks on one letter. Please type it again with fewer.',
    )
    expect(read(story, `${marks(30)} ${marks(30)}`)).not.toMatch(/^!/)
  })

  // Without a limit, the longer text takes 20 seconds and the shorter one 1.5.
  test('cost no more than their length, in a field and outside of one', () => {
    const story = paragraphs({ label: 'Story', max: 4000 })
    const pile = marks(64_000)
    expect(shortest(() => read(story, pile))).toBeLessThan(1000)
    expect(shortest(() => read(story, marks(16_000)))).toBeLessThan(1000)
    for (const form of ['NFC', 'NFD', 'NFKC'] as const)
      expect(shortest(() => normalized(pile, form))).toBeLessThan(1000)
  })
})

test('a text far longer than its field is refused by its length alone', () => {
  expect(read(title, 'a'.repeat(60_000))).toBe('! Title can have at most 10 characters. It has 60000.')
  expect(read(title, `${' '.repeat(900)}tent`)).toBe('tent')
})
