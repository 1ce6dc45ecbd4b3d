import { expect, it } from 'vitest'
import { readMarkdown } from '#domain/help/markdown.ts'
import { faqData } from './faq-data.ts'

it('an answer is the words of its text, in order', () => {
  const lead = readMarkdown('Find it under [Products](/products), for **3** days.\n\nThen rent it.')
  expect(faqData([{ title: 'How?', lead }]).mainEntity).toEqual([
    {
      '@type': 'Question',
      name: 'How?',
      acceptedAnswer: { '@type': 'Answer', text: 'Find it under Products, for 3 days. Then rent it.' },
    },
  ])
})
