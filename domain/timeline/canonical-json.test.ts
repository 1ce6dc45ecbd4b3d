import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, type JsonValue } from './canonical-json.ts'

const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'grapheme' }),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('json')),
    fc.dictionary(fc.string({ unit: 'grapheme' }), tie('json')),
  ),
}))

/** The same value with the keys of its objects in the opposite order. */
const reversed = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, of]) => [key, reversed(of)]),
  )
}

describe('canonical JSON', () => {
  it('sorts keys by UTF-16 units, as the example of RFC 8785', () => {
    const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 }
    expect(canonicalJson(value)).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}',
    )
  })

  it('is read back as the same value, whatever the order of keys', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value))
      }),
    )
  })

  it.each([[0.1], [Number.NaN], [2 ** 60], ['\ud800'], [undefined as never]])('refuses %s', (value) => {
    expect(() => canonicalJson({ value })).toThrow()
  })
})
