import { describe, expect, it, test } from 'vitest'
import { readMarkdown, wordsOf, withFeatures } from './markdown.ts'

describe('a help text', () => {
  it('is paragraphs, headings and lists, with bold words and links', () => {
    expect(
      readMarkdown(
        'See **Cart**,\nor [ask us](/contact).\n\n## Who pays?\n\n- you\n- or the\n  owner\n\n1. one\n2. two',
      ),
    ).toEqual([
      {
        kind: 'paragraph',
        content: ['See ', { bold: 'Cart' }, ', or ', { link: '/contact', text: 'ask us' }, '.'],
      },
      { kind: 'heading', text: 'Who pays?', id: 'who-pays' },
      { kind: 'list', ordered: false, items: [['you'], ['or the owner']] },
      { kind: 'list', ordered: true, items: [['one'], ['two']] },
    ])
  })

  it('has a plain-text version', () => {
    const blocks = readMarkdown('Open [Help](/help), **now**.\n\n## Steps\n\n1. one\n2. two\n\n- a\n- b')
    expect(wordsOf(blocks)).toBe('Open Help, now.\n\nSteps\n\n1. one\n2. two\n\n- a\n- b')
  })

  it.each([
    ['HTML', 'Hello <b>you</b>'],
    ['HTML', '<script>alert(1)</script>'],
    ['code', 'Type `rm`'],
    ['an image', '![a cat](/cat)'],
    ['emphasis we have no look for', 'quite *slanted*'],
    ['a heading of another level', '# Top'],
    ['a heading of another level', '### Deep'],
    ['a value that was not filled in', 'It costs {{fee}}'],
    ['a bare address', 'See https://evil.test'],
    ['a link elsewhere', '[here](https://evil.test)'],
    ['a link elsewhere', '[here](//evil.test)'],
    ['a link that runs', '[here](javascript:alert)'],
    ['a link that climbs', '[here](/../etc)'],
    ['half a link', '[here](/a b)'],
    ['a table', 'a | b'],
  ])('with %s is refused: %j', (_, text) => {
    expect(() => readMarkdown(text)).toThrow()
  })
})

test('a table is named alone in its paragraph, and searches find its words', () => {
  const steps = { head: ['Step', 'Who'], rows: [['Approve', 'Owner']] }
  const blocks = readMarkdown('See below.\n\n{{table steps}}', undefined, { steps })
  expect(blocks[1]).toEqual({ kind: 'table', ...steps })
  expect(wordsOf(blocks)).toBe('See below.\n\nApprove; Owner')
  expect(() => readMarkdown('{{table steps}}')).toThrow('unknown table steps')
})

it('leaves out the parts of what a site lacks, or has', () => {
  const text = 'Pay in cash{{#payments}} or online{{/payments}}{{^payments}} only{{/payments}}.'
  const read = (has: readonly ('payments' | 'assistant')[]) =>
    withFeatures(text, ['payments', 'assistant'], has)
  expect([read(['payments']), read(['assistant'])]).toEqual(['Pay in cash or online.', 'Pay in cash only.'])
  expect(() => withFeatures('{{#gold}}x{{/gold}}', ['payments'], [])).toThrow('unknown feature gold')
})
