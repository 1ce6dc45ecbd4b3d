import type { FAQPage, WithContext } from 'schema-dts'
import { wordsOf, type Block } from '#domain/help/markdown.ts'

export type AnsweredQuestion = { title: string; lead: readonly Block[] }

/** Questions and answers as search engines read them: the same texts as on the page. */
export function faqData(questions: readonly AnsweredQuestion[]): WithContext<FAQPage> {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ title, lead }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: wordsOf(lead).replaceAll(/\s+/g, ' ').trim() },
    })),
  }
}
