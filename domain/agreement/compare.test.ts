import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareLines } from './compare.ts'

const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 }).map((lines) => lines.join('\n'))
const compared = (before: string, after: string) =>
  compareLines(before, after).map(
    ({ kind, text: words }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${words}`,
  )

describe('comparing two texts', () => {
  test('returns which lines stayed, were removed and were added', () => {
    expect(compared('a\nb\nc', 'a\nc\nd')).toEqual([' a', '-b', ' c', '+d'])
    expect(compared('a', 'b')).toEqual(['-a', '+b'])
    expect(compared('a\nb', 'a\nb')).toEqual([' a', ' b'])
  })

  test('returns all lines of both texts, in order', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = compareLines(before, after)
        const without = (gone: string) =>
          lines
            .filter(({ kind }) => kind !== gone)
            .map((line) => line.text)
            .join('\n')
        expect(without('added')).toBe(before)
        expect(without('removed')).toBe(after)
      }),
    )
  })

  test('is fast for long texts with nothing in common', () => {
    const lines = (word: string) => Array.from({ length: 5000 }, (_, i) => `${word}${i}`).join('\n')
    expect(compareLines(lines('a'), lines('b'))).toHaveLength(10_000)
  })
})
