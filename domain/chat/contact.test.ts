import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { shortest } from '#tests/support/timing.ts'
import { contactIn, type ContactKind } from './contact.ts'

const found: Record<ContactKind, string[]> = {
  phone: [
    '09171234567',
    'Text 0917 123 4567 please',
    'call 0917-123-4567',
    '+63 917 123 4567',
    '+639171234567',
    '639171234567',
    '0063 917 123 4567',
    '(0917) 123.4567',
    '0.9.1.7.1.2.3.4.5.6.7',
    '0 9 1 7 1 2 3 4 5 6 7',
    'O917 123 4567',
    '917 123 4567',
    '０９１７１２３４５６７',
    '0️⃣9️⃣1️⃣7️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣',
    'zero nine one seven one two three four five six seven',
    'sero siyam isa pito isa dalawa tatlo apat lima anim pito',
    'oh nine 17 one two three 4567',
    '(02) 8123 4567',
    '032 123 4567',
    'Text mo ako',
    'tawagan mo po ako',
    'Text me when you decide',
    'What’s your number?',
    "what's your contact number",
    'Ano po number mo?',
    'pahingi ng number',
    'penge cp number',
    'Can I have your mobile number?',
    'Call me at this one instead',
  ],
  email: [
    'ana.cruz@example.com',
    'ANA@EXAMPLE.COM',
    'ana [at] example [dot] com',
    'ana(at)gmail.com',
    'anacruz at gmail dot com',
    'ana cruz at gmail',
    'ana @ example.com',
    'What’s your email?',
    'email mo ako',
    'Email me the papers',
  ],
  messenger: [
    'May Viber ka?',
    'Let’s talk on WhatsApp',
    'telegram: anacruz',
    'add me on fb',
    'Message me on Messenger',
    'Chat tayo sa messenger',
    'ano fb mo',
    'FB ko: Ana Cruz',
    'ig: anacruz',
    'pm me',
    'PM mo ako',
    '@ana_cruz',
    'hanapin mo ako, @anacruz99',
  ],
  payment: [
    'Send ₱500 to my GCash first',
    'send mo sa gcash ko',
    'GCash number mo?',
    'gcash na lang',
    'pa-gcash po ng dp',
    'Magpadala ka muna sa GCash',
    'Pay me directly and I give a discount',
    'Let’s pay outside',
    'bayad ka na lang sa labas',
    'outside Hiram is cheaper',
    'para iwas fee',
    'walang fee pag direct',
    'deposit to my BPI account',
    'Transfer it to BDO',
    'reservation fee thru maya',
  ],
}

describe('contact details, or an ask for them, are', () => {
  it.each(Object.entries(found).flatMap(([kind, texts]) => texts.map((text) => [text, kind])))(
    '%s: %s',
    (text, kind) => expect(contactIn(text)).toBe(kind),
  )
})

describe('a text without contact details is', () => {
  it.each([
    'Is it free from December 9 to 12?',
    'Available on 9, 10, 11, 12, 13 and 14.',
    'From 09/12/2026 to 10/12/2026, 150 pesos a day',
    '2026-12-09 100 pesos',
    'Order cod-1763712345678',
    'order number ko po',
    'What is the serial number?',
    'What’s the number of pegs?',
    'It weighs 9.5 kg and is 210 x 130 x 100',
    '₱9,500.00 for 7 days, ₱1,500 deposit',
    '09:00 to 10:30, or 14:00',
    'Meet me @ayala, or @ SM Megamall at 5',
    'This messenger bag fits a laptop',
    'Can I pay with GCash?',
    'pwede po ba gcash dito?',
    'Is a deposit needed?',
    'Message me when you are near',
    'One, two or three days?',
    'isa o dalawa po',
    'The line is long at pick-up',
    'Does it signal when the battery is low?',
    'I will book it outside the holidays',
    'Call me Ana',
    'We are four, with 2 kids aged 5 and 7',
    'Salamat po!',
    'May tent po ba kayo na mas malaki?',
    '',
  ])('%s', (text) => expect(contactIn(text)).toBe(null))
})

const mobile = fc
  .tuple(
    fc.constantFrom('0', '+63', '63', '+63 '),
    fc.stringMatching(/^9\d{9}$/),
    fc.constantFrom('', ' ', '-', '.', ' - '),
  )
  .map(
    ([prefix, number, gap]) => prefix + [number.slice(0, 3), number.slice(3, 6), number.slice(6)].join(gap),
  )

test('a Philippine mobile number is found however it is grouped, between any words', () => {
  fc.assert(
    fc.property(mobile, fc.lorem(), fc.lorem(), (number, before, after) => {
      expect(contactIn(`${before} ${number} ${after}`)).toBe('phone')
    }),
  )
})

test('amounts of money are no phone numbers', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), (centavos) => {
      const amount = (centavos / 100).toLocaleString('en-PH', { minimumFractionDigits: 2 })
      expect(contactIn(`It is ₱${amount} in all, ₱${amount} a day.`)).toBe(null)
    }),
  )
})

test.each(['9', '0 ', '0-', 'a@', 'a.', '@a', 'pay ', 'send x ', 'may po ', '@a.', 'number '])(
  'a long text of %s is read quickly',
  (piece) => {
    expect(shortest(() => contactIn(piece.repeat(2000 / piece.length)))).toBeLessThan(150)
  },
)
