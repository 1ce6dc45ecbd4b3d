import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from '../edit-distance.ts'
import { nearestWord } from './spelling.ts'

const known = [
  { word: 'tent', listingCount: 6 },
  { word: 'test', listingCount: 1 },
  { word: 'camera', listingCount: 7 },
  { word: 'camping', listingCount: 4 },
]

test('a swapped pair, a missing, an extra and a wrong letter count 1 each', () => {
  expect(editDistance('tnet', 'tent')).toBe(1)
  expect(editDistance('camra', 'camera')).toBe(1)
  expect(editDistance('tentt', 'tent')).toBe(1)
  expect(editDistance('tant', 'tent')).toBe(1)
  expect(editDistance('tent', 'tent')).toBe(0)
  expect(editDistance('', 'tent')).toBe(4)
})

test('a misspelt word becomes the nearest known one', () => {
  expect(nearestWord('tnet', known)).toBe('tent')
  expect(nearestWord('camrea', known)).toBe('camera')
  expect(nearestWord('cmaping', known)).toBe('camping')
})

test('of two equally near words the one that more listings have wins', () => {
  expect(nearestWord('tett', known)).toBe('tent')
})

test('a word that is near no known one stays as it is', () => {
  expect(nearestWord('kayak', known)).toBeNull()
  expect(nearestWord('tezx', known)).toBeNull()
})

test('the distance is the same both ways, and none only between equal words', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (a, b) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a))
      expect(editDistance(a, b) === 0).toBe([...a].join('') === [...b].join(''))
    }),
  )
})
