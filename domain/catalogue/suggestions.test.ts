import { expect, it } from 'vitest'
import { readSuggestQuery } from './suggestions.ts'

it.each([
  ['te', 'te'],
  ['  Tent\t4 ', 'Tent 4'],
  ['ñ!', 'ñ!'],
  ['a\u0000b', 'a b'],
  ['x'.repeat(500), 'x'.repeat(100)],
])('%j is looked for as %j', (typed, query) => expect(readSuggestQuery(typed)).toBe(query))

// Spec: S5.10, S9.12
it.each(['', ' ', 't', '  t  ', '😀', '\u0000\u0000', 'n\u0303'])('%j is too short', (typed) =>
  expect(readSuggestQuery(typed)).toBeNull(),
)

it('contains no half of a character', () => {
  for (const typed of ['ab\ud800', `${'x'.repeat(99)}😀`])
    expect(readSuggestQuery(typed)?.isWellFormed()).toBe(true)
})
