import { describe, expect, it } from 'vitest'
import { tidyQuestion } from '#domain/assistant/ask-form.ts'
import { exampleQuestions } from '#domain/assistant/examples.ts'
import { onlyAbout } from '#domain/assistant/assistant.ts'
import { injections, questions } from '#tests/assistant/questions.ts'
import { helpSite } from '#tests/support/help-site.ts'
import { readHelp } from '../help/queries.ts'
import { answerFromHelp } from './answer-from-help.ts'

const help = readHelp(helpSite)
const ask = (question: string) => answerFromHelp(help, 'Hiram', tidyQuestion(question))

it.each([
  ['that takes GCash', helpSite],
  ['that takes cash only', { ...helpSite, payments: null }],
])('the built-in assistant of a site %s answers each of its example questions', (_, of) => {
  for (const example of exampleQuestions(of.payments?.channels ?? null))
    expect(answerFromHelp(readHelp(of), 'Hiram', example), example).toMatchObject({ known: true })
})

describe('the built-in assistant', () => {
  it('has a sufficient set of questions with an answer', () => {
    expect(questions.length).toBeGreaterThanOrEqual(40)
    expect(injections.length).toBeGreaterThanOrEqual(20)
    const sources = new Set(questions.flatMap(({ source }) => source ?? []))
    for (const source of sources) expect(help.find(source), source).not.toBeNull()
    expect(sources.size).toBe(help.articles.length)
  })

  it.each(questions.filter(({ source }) => source !== null))(
    'answers “$ask” from $source',
    ({ ask: asked, source }) => {
      const { text, sources, known } = ask(asked)
      expect(known).toBe(true)
      expect(sources[0]?.split('#')[0]).toBe(`/help/${source}`)
      expect(text.length).toBeGreaterThan(40)
      expect(text.length).toBeLessThan(900)
    },
  )

  it.each(questions.filter(({ source }) => source === null))(
    'does not know “$ask”, and offers the contact form',
    ({ ask: asked }) => expect(ask(asked)).toMatchObject({ known: false, sources: ['/contact'] }),
  )

  it.each(injections)('is not moved by: %s', (asked) => {
    const { text, sources, known } = ask(asked)
    expect(known).toBe(false)
    expect(sources.every((source) => source === '/contact')).toBe(true)
    expect([onlyAbout('Hiram'), ask('xyzzy').text]).toContain(text)
  })

  it('says in Filipino that the answer is in English, and that it does not know', () => {
    expect(ask('Magkano po ang bayad sa delivery?').text).toMatch(/^Narito ang sagot, sa Ingles:\n\n/)
    expect(ask('Sino ang pangulo ng Pilipinas?').text).toMatch(/^Paumanhin/)
  })

  it.each(['Hello!', 'Good morning', 'Kumusta po?', 'Thank you', 'Salamat!'])('is polite: %s', (said) => {
    expect(ask(said)).toMatchObject({ known: true, sources: [] })
  })

  it('gives the exact figures', () => {
    expect(ask('How much is the service fee?').text).toContain('5% of the rental cost')
    expect(ask('How much does delivery cost?').text).toContain('₱15.00')
    expect(ask('How long are dates held when paying online?').text).toContain('30 minutes')
  })
})

describe('the set of questions', () => {
  /** How many questions are answered from the expected text, with another search. */
  const right = (search: (typeof help)['search']) =>
    questions.filter(({ ask: asked, source }) => {
      const { known, sources } = answerFromHelp({ ...help, search }, 'Hiram', tidyQuestion(asked))
      return source !== null && known && sources[0]?.split('#')[0] === `/help/${source}`
    }).length
  const all = questions.filter(({ source }) => source !== null).length

  it('distinguishes a working search from one that finds nothing, the second best, or always the same', () => {
    expect(right((text, most) => help.search(text, most))).toBe(all)
    expect(right(() => [])).toBe(0)
    expect(right((text, most) => help.search(text, (most ?? 2) + 1).slice(1))).toBeLessThan(all / 4)
    const [same] = help.search('How much is the service fee?', 1)
    expect(right(() => [same!])).toBeLessThan(5)
  })
})
