import { expect, test } from 'vitest'
import { shortest } from '#tests/support/timing.ts'
import { withoutContactData } from './without-contact-data.ts'

test.each([
  ['Write to ana.cruz+hiram@mail.com.ph please', 'Write to [email] please'],
  ['ana (at) mail.ph or peña@mañana.ph', '[email] or [email]'],
  ['ana@mail.ph+ben@mail.ph', '[email]'],
  ['Call 09171234567', 'Call [number]'],
  ['Call +63 917 123 4567 or (02) 8123-4567', 'Call [number] or ([number]'],
  ['My card is 4343 4343 4343 4345, cvc 123', 'My card is [number], cvc 123'],
  ['4343-4343-4343-4345', '[number]'],
  ['order cod-1795227300000', 'order cod-[number]'],
  ['٠٩١٧١٢٣٤٥٦٧', '[number]'],
])('%s becomes %s', (text, bare) => expect(withoutContactData(text)).toBe(bare))

test.each([
  '₱1,500.00 for 3 days',
  'from 2026-12-24 to 2026-12-27',
  '2026-12-24 2026-12-27',
  'at 10:30, 2 tents, 4 people',
  'Is 5% of 12,345.67 right?',
  'F3 @ home',
])('%s stays', (text) => expect(withoutContactData(text)).toBe(text))

test.each(['a', 'a.', 'a@', 'a@b.', '1 '])('a long text of %s is read quickly', (piece) => {
  expect(shortest(() => withoutContactData(piece.repeat(40_000 / piece.length)))).toBeLessThan(100)
})
