import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { shortest } from '#tests/support/timing.ts'
import { containsLink } from './link.ts'

describe('a link is', () => {
  it.each([
    'https://example.com/pay?x=1',
    'See http://10.0.0.1/login',
    '203.0.113.9/gcash',
    'HTTPS://EXAMPLE.COM',
    'hxxps://example.com',
    'https : // example.com',
    'www.example.com',
    'www dot example dot com',
    'example.com',
    'Go to example.com.',
    '(example.ph)',
    'gcash-verify.example.top/bea',
    'shop.example.com.ph',
    'bit.ly/2xKq',
    't.me/ana_cruz',
    'm.me/ana',
    'wa.me/639171234567',
    'example[.]com',
    'example(dot)com',
    'example { dot } com',
    'example dot com',
    'example .com',
    'xn--pypal-4ve.com',
    'раypal.com',
    'example.соm',
    'ｅｘａｍｐｌｅ．ｃｏｍ',
    'example。com',
    'javascript:alert(1)',
    'mailto:ana@example.com',
    'tg://resolve?domain=ana',
    'viber://chat?number=1',
    'pa-check po dito: hiram-verify.example.site',
    'example.com:8080/x',
    'señor.com',
  ])('%s', (text) => expect(containsLink(text)).toBe(true))
})

describe('no link is', () => {
  it.each([
    '₱1.500 a day',
    'It costs 1,500.00.',
    '2.5 kg, 3.75m',
    'photo.jpg and contract.pdf, also IMG_0012.HEIC',
    'Sige.Salamat po',
    'Bukas.to be sure, ask again',
    'Open na.Shop muna ako',
    'At 10.30am or 2.30 p.m.',
    'e.g. a tent, i.e. with pegs',
    'Hmm... okay...sige',
    'Mr.Cruz/Ms.Reyes',
    'ana@example.com',
    'Version 1.2.3 of it',
    'The net weight. Com­pare them',
    'a dot on the map',
    'Ratio 4:3, 16:9',
    'Tel: 8123 4567',
    'Yes/No',
    'U.S. plug, 110V',
    'Note: data: none',
    '',
  ])('%s', (text) => expect(containsLink(text)).toBe(false))
})

const word = fc.stringMatching(/^[a-z]{1,12}$/)

test('an address with its scheme is found in any text, and words and figures alone hold none', () => {
  fc.assert(
    fc.property(fc.array(word), word, fc.array(word), (before, name, after) => {
      const words = [...before, ...after].join(' ')
      expect(containsLink([...before, `https://${name}.example`, ...after].join(' '))).toBe(true)
      expect(containsLink([...before, `${name}.com`, ...after].join(' '))).toBe(true)
      expect(containsLink(words.replaceAll(/\bdot\b/g, ''))).toBe(false)
    }),
  )
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), (amount) => {
      expect(containsLink(`₱${amount.toFixed(2)}`)).toBe(false)
      expect(containsLink(`${amount.toLocaleString('de-DE')} pesos.`)).toBe(false)
    }),
  )
})

test.each(['a-', 'a.', 'a@', '1.', 'http', ':/', 'www.', '. ', 'ab.c'])(
  'a long text of %s is read quickly',
  (piece) => {
    expect(shortest(() => containsLink(piece.repeat(2000 / piece.length)))).toBeLessThan(100)
  },
)
