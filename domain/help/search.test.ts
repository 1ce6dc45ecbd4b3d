import { describe, expect, it } from 'vitest'
import { shortest } from '#tests/support/timing.ts'
import { readArticle } from './article.ts'
import { createHelpSearch } from './search.ts'

const text = (slug: string, title: string, keywords: string, body: string) =>
  readArticle(
    slug,
    `---\ntitle: ${title}\ncategory: Renting\norder: 1\nkeywords: ${keywords}\n---\n\n${body}`,
    {},
  )

const search = createHelpSearch([
  text(
    'cancel',
    'How do I cancel?',
    'ikansela',
    'Press Cancel rental.\n\n## Getting money back\n\nBy the policy.',
  ),
  text('account', 'How do I delete my account?', 'burahin, delete account', 'Open Your data.'),
  text(
    'listing',
    'How do I list?',
    'delete listing',
    'Delete stands under each listing. A rental costs nothing.',
  ),
  text('pay', 'How do I pay?', 'magbayad, cash on delivery', 'In cash, at the rental.'),
])
const found = (question: string) => search(question).map(({ article }) => article.slug)

describe('the search through help texts', () => {
  it('finds the text whose title has the word, in any form', () => {
    expect(found('cancelling')[0]).toBe('cancel')
    expect(found('how would I be cancelling my rental?')[0]).toBe('cancel')
  })

  it('distinguishes two texts with the same word by the phrase', () => {
    expect(found('delete my account')[0]).toBe('account')
    expect(found('delete a listing')[0]).toBe('listing')
  })

  it('finds by Filipino keywords', () => {
    expect(found('Paano ko ikansela ito?')).toEqual(['cancel'])
    expect(found('paano magbayad')[0]).toBe('pay')
  })

  it('corrects a single mistake', () => {
    expect(found('cancle')[0]).toBe('cancel')
    expect(found('acount')[0]).toBe('account')
  })

  it('names the section that answers', () => {
    expect(search('getting money back')[0]).toMatchObject({ section: { id: 'getting-money-back' } })
    expect(search('cancel')[0]).toMatchObject({ section: null })
  })

  it('returns how much of the question is covered; unknown words weigh most', () => {
    expect(search('cancel')[0]!.coverage).toBe(1)
    expect(search('cancel my volcano insurance')[0]!.coverage).toBeLessThan(0.4)
    expect(search('volcano insurance')).toEqual([])
  })

  it('finds nothing for an empty question, and is fast for very many words', () => {
    expect(search('')).toEqual([])
    expect(search('how do I')).toEqual([])
    const flood = Array.from({ length: 5000 }, (_, i) => `kotse${i}`).join(' ')
    expect(shortest(() => search(flood))).toBeLessThan(500)
  })
})
