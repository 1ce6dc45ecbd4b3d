import { describe, expect, it } from 'vitest'
import { inOrder, readArticle } from './article.ts'

const front = { title: 'How?', category: 'Renting', order: '2', keywords: 'rent, umupa' }
const file = (changes: Record<string, string | undefined> = {}, body = 'It costs {{fee}}.') => {
  const lines = Object.entries({ ...front, ...changes }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  )
  return `---\n${lines.join('\n')}\n---\n\n${body}\n`
}
const read = (text: string) => readArticle('how', text, { fee: '5%', siteName: 'Hiram' })

describe('a help article', () => {
  it('has a lead and sections, with values filled in', () => {
    const body = 'It costs {{fee}}.\n\n## Why on {{siteName}}\n\nBecause.\n\n- so'
    expect(read(file({ faq: '1', title: 'What is {{siteName}}?' }, body))).toEqual({
      slug: 'how',
      title: 'What is Hiram?',
      category: 'Renting',
      order: 2,
      keywords: ['rent', 'umupa'],
      faq: 1,
      needs: null,
      lead: [{ kind: 'paragraph', content: ['It costs 5%.'] }],
      sections: [
        {
          id: 'why-on-sitename',
          heading: 'Why on Hiram',
          blocks: [
            { kind: 'paragraph', content: ['Because.'] },
            { kind: 'list', ordered: false, items: [['so']] },
          ],
        },
      ],
    })
  })

  it('shows values as plain text, whatever signs they contain', () => {
    const read = readArticle('how', file({ title: 'On {{siteName}}' }, '**{{siteName}}** is {{siteName}}.'), {
      siteName: 'H <b>*[x](/y)',
    })
    expect(read.title).toBe('On H <b>*[x](/y)')
    expect(read.lead).toEqual([
      { kind: 'paragraph', content: [{ bold: 'H <b>*[x](/y)' }, ' is H <b>*[x](/y).'] },
    ])
  })

  it('may have Windows line ends', () => {
    expect(read(file().replaceAll('\n', '\r\n'))).toEqual(read(file()))
  })

  it.each([
    ['no front matter', 'It costs much.'],
    ['no title', file({ title: undefined })],
    ['no keywords', file({ keywords: undefined })],
    ['unknown category', file({ category: 'Gossip' })],
    ['unknown in the front matter: author', file({ author: 'Ana' })],
    ['unknown value price', file({}, 'It costs {{price}}.')],
    ['no lead', file({}, '## Only a heading\n\nand this')],
    ['a help text has <', file({}, 'a <b>bold</b> word')],
  ])('is refused with its name: %s', (what, text) => {
    expect(() => read(text)).toThrow(`help/how.md: ${what}`)
  })

  it('is ordered by category and position', () => {
    const at = (slug: string, category: string, order: string) =>
      readArticle(slug, file({ category, order }), { fee: '5%' })
    const all = [
      at('d', 'Paying', '1'),
      at('b', 'Renting', '2'),
      at('a', 'Renting', '1'),
      at('c', 'Getting started', '9'),
    ]
    expect(inOrder(all).map(({ slug }) => slug)).toEqual(['c', 'a', 'b', 'd'])
  })
})
