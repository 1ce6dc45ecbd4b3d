import { describe, expect, test } from 'vitest'
import { readForm } from '../form.ts'
import { addCategoryForm, deleteCategoryMessage, renameCategoryForm } from './category.ts'
import { addTagForm, deletingTag, mergeTagForm } from './tag.ts'

function post(fields: Record<string, string>) {
  const formData = new FormData()
  for (const [name, value] of Object.entries(fields)) formData.append(name, value)
  return formData
}
const category = (name: string) => readForm(addCategoryForm, post({ intent: 'add', name }))
const tag = (name: string) => readForm(addTagForm, post({ intent: 'add', name }))

describe('a category’s name', () => {
  test('is one tidy line', () => {
    expect(category('  Board   games ')).toMatchObject({ value: { name: 'Board games' } })
  })

  test.each([
    ['', 'Name is required.'],
    [' ', 'Name is required.'],
    ['x'.repeat(41), 'Name can have at most 40 characters. It has 41.'],
    ['a\u202eb', 'Name has invisible or control characters. Please type it again without them.'],
    ['ALL', '“All” and “Uncategorized” mean something else on this site. Please choose another name.'],
    [
      'uncategorized',
      '“All” and “Uncategorized” mean something else on this site. Please choose another name.',
    ],
  ])('is refused as %j', (name, message) => {
    expect(category(name)).toMatchObject({ errors: { name: message } })
  })

  test.each(['0', '-1', '1e3', "1' or 1=1", '99999999999'])('is not that of %j', (categoryId) => {
    const form = readForm(renameCategoryForm, post({ intent: 'rename', categoryId, name: 'Boats' }))
    expect(form).toMatchObject({ errors: { categoryId: 'Please open this page again.' } })
  })
})

describe('a tag', () => {
  test('is lowercase', () => {
    expect(tag(' Piña  COLADA ')).toMatchObject({ value: { name: 'piña colada' } })
    expect(tag('d&d 5e')).toMatchObject({ ok: true })
  })

  test.each([
    ['', 'Tag is required.'],
    ['x'.repeat(31), 'Tag can have at most 30 characters. It has 31.'],
    ['İ'.repeat(30), 'Tag can have at most 30 characters.'],
    [
      'camping, hiking',
      'A tag begins with a letter or a digit, and has letters, digits, spaces and - ’ & + . only.',
    ],
    ['<b>', 'A tag begins with a letter or a digit, and has letters, digits, spaces and - ’ & + . only.'],
    ['\u0000x', 'Tag has invisible or control characters. Please type it again without them.'],
  ])('is refused as %j', (name, message) => {
    expect(tag(name)).toMatchObject({ errors: { name: message } })
  })

  test('is merged into one that was chosen', () => {
    expect(readForm(mergeTagForm, post({ intent: 'merge', tag: 'camp' }))).toMatchObject({
      errors: { into: 'Please choose a tag from the list.' },
    })
  })
})

test('the question before one goes says how many listings it touches', () => {
  expect([0, 1, 1200].map(deleteCategoryMessage)).toEqual([
    'No listing is in it.',
    '1 listing is in it. It becomes Uncategorized.',
    '1,200 listings are in it. They become Uncategorized.',
  ])
  expect([0, 1, 2].map(deletingTag)).toEqual([
    'No listing has it.',
    '1 listing has it. The tag is taken off it.',
    '2 listings have it. The tag is taken off them.',
  ])
})
