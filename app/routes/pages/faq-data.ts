import { Children, isValidElement, type ReactNode } from 'react'
import type { FAQPage, WithContext } from 'schema-dts'

/** Questions and their answers as search engines read them: the same words as on the page. */
export function faqData(questions: readonly { question: string; answer: ReactNode }[]): WithContext<FAQPage> {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: wordsOf(answer).replaceAll(/\s+/g, ' ').trim() },
    })),
  }
}

function wordsOf(node: ReactNode): string {
  return Children.toArray(node)
    .map((child) => {
      if (!isValidElement<{ children?: ReactNode }>(child)) return String(child)
      const words = wordsOf(child.props.children)
      return child.type === 'p' ? `${words} ` : words
    })
    .join('')
}
