import { expect, test } from 'vitest'
import { otherForms, partsOf } from './word-forms.ts'

const known = new Set(
  'power bank powerbank car pet camera tshirt wifi tool table can ailboat shirt phone pop'.split(' '),
)
const formsOf = (typed: string) =>
  otherForms(typed.split(' '), (word) => known.has(word)).map(({ phrase }) => phrase.join(' '))

test('neighbours are also one word', () => {
  expect(formsOf('power bank')).toContain('powerbank')
  expect(formsOf('4 x 4')).toContain('4x4')
  expect(formsOf('50 mm')).toContain('50mm')
})

test('a short last one may be an ending, so it is joined only to a word that listings have', () => {
  expect(formsOf('camera e')).not.toContain('camerae')
  expect(formsOf('wi fi')).toContain('wifi')
})

test('a word is also several: before and after a number, and where a part is short or listings have both', () => {
  expect(formsOf('50mm')).toContain('50 mm')
  expect(formsOf('4x4')).toContain('4 x 4')
  expect(formsOf('wifi')).toContain('wi fi')
  expect(formsOf('powerbank')).toContain('power bank')
  expect(formsOf('camera')).toEqual([])
})

test('numbers with an x between them are also those beside a multiplication sign', () => {
  for (const typed of ['4x4', '4 x 4']) expect(formsOf(typed)).toContain('4 4')
  expect(formsOf('4xl')).not.toContain('4 l')
})

test('no part is a word that stands beside any other, but may be one of which names are made', () => {
  for (const typed of ['atv', 'stool', 'stable', 'canon', 'sailboat'])
    expect(formsOf(typed), typed).toEqual([])
  expect(formsOf('tshirt')).toContain('t shirt')
  expect(formsOf('iphone')).toContain('i phone')
  expect(formsOf('popup')).toContain('pop up')
})

test('a word that no listing has is not divided into two long ones', () => {
  expect(formsOf('carpet')).toEqual([])
})

test('a thing also has its other names', () => {
  expect(formsOf('ps5')).toEqual(expect.arrayContaining(['playstation 5', 'playstation5', 'ps 5']))
  expect(formsOf('playstation 5')).toContain('ps5')
  expect(formsOf('bicycles')).toContain('bike')
})

test('a form stands for the words from its first to its last', () => {
  const forms = otherForms(['big', 'power', 'bank'], () => false)
  expect(forms).toContainEqual({ first: 1, last: 2, phrase: ['powerbank'] })
})

test('long words stay as they are', () => {
  const long = 'x'.repeat(10_000)
  expect(otherForms([long, long], () => true)).toEqual([])
  expect(partsOf([long])).toEqual([])
})
