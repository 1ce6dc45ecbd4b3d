import { createElement as h, Fragment } from 'react'
import { expect, it } from 'vitest'
import { faqData } from './faq-data.ts'

it('an answer is the words of its elements, in order', () => {
  const link = h('a', { href: '/products' }, 'Products')
  const answer = h(
    Fragment,
    null,
    h('p', null, 'Find it under ', link, ', for ', 3, ' days.'),
    h('p', null, 'Then rent it.'),
  )
  expect(faqData([{ question: 'How?', answer }]).mainEntity).toEqual([
    {
      '@type': 'Question',
      name: 'How?',
      acceptedAnswer: { '@type': 'Answer', text: 'Find it under Products, for 3 days. Then rent it.' },
    },
  ])
})
