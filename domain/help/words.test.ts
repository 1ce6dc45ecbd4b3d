import { describe, expect, it, test } from 'vitest'
import { isFilipino, rootOf, stemOf, termsIn } from './words.ts'

test.each([
  ['cancel', 'cancels', 'cancelled', 'cancelling', 'cancellation', 'cancellations'],
  ['delete', 'deletes', 'deleted', 'deleting'],
  ['pay', 'pays', 'paying', 'payment', 'payments'],
  ['category', 'categories'],
  ['rent', 'rents', 'rented', 'renting'],
  ['price', 'prices'],
])('%s and its forms have one stem', (...forms) => {
  expect(new Set(forms.map(stemOf)).size).toBe(1)
})

it('words with different meanings have different stems', () => {
  expect(stemOf('delivery')).not.toBe(stemOf('delete'))
  expect(stemOf('rating')).not.toBe(stemOf('rate limit'))
  expect(stemOf('address')).toBe('address')
})

it('a question is its words with a meaning', () => {
  expect(termsIn('How do I cancel my bookings?')).toEqual(['cancel', 'book'])
  expect(termsIn('Paano ko po ikakansela ang order ko?')).toEqual(['ikakansela', 'order'])
  expect(termsIn('What is this?!')).toEqual([])
  expect(termsIn('PEÑA’s café')).toEqual(['pena', 'caf'])
})

describe('a question in Filipino', () => {
  it.each([
    'Magkano po ang bayad?',
    'Paano ko ikansela ang order ko?',
    'pwede ba magbayad ng GCash',
    'Saan ko makikita ang resibo ko',
  ])('is %s', (text) => expect(isFilipino(text)).toBe(true))

  it.each(['How much is delivery?', 'may I cancel', 'Ano', 'Can I rent a barong in Makati?', ''])(
    'is not %j',
    (text) => expect(isFilipino(text)).toBe(false),
  )
})

test.each([
  ['kansela', 'ikansela', 'ikakansela', 'nakansela'],
  ['bayad', 'magbayad', 'magbabayad', 'babayaran', 'bumayad'],
  ['balik', 'ibalik', 'ibabalik'],
  ['hatid', 'ihatid', 'ihahatid'],
  ['upa', 'umupa'],
])('%s is the root of its forms', (root, ...forms) => {
  for (const form of forms) expect(rootOf(form), form).toBe(root)
})
