import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countCharacters } from '../characters.ts'
import { messagePreview } from './chat.ts'

describe('the preview of a message', () => {
  // Spec: S9.13
  test('is its first 40 characters, on one line', () => {
    expect(messagePreview('Is the tent free\nnext weekend? We are four people.')).toBe(
      'Is the tent free next weekend? We are fo',
    )
    expect(messagePreview('Salamat po!')).toBe('Salamat po!')
  })

  // Spec: S2.54
  test('says so when there is none', () => {
    expect(messagePreview(null)).toBe('No messages yet')
    expect(messagePreview('')).toBe('Photo')
  })

  test('never cuts a character in two, and never has more than 40', () => {
    expect(messagePreview('😀'.repeat(41))).toBe('😀'.repeat(40))
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (body) => {
        const preview = messagePreview(body)
        expect(countCharacters(preview)).toBeLessThanOrEqual(40)
        expect(preview.isWellFormed()).toBe(body.isWellFormed())
      }),
    )
  })
})
