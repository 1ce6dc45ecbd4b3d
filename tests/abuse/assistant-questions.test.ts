import { beforeAll, describe, expect, it } from 'vitest'
import { tidyQuestion } from '#domain/assistant/ask-form.ts'
import { onlyAbout } from '#domain/assistant/assistant.ts'
import { injections, questions } from '#tests/assistant/questions.ts'
import { withSite } from '#tests/support/with-site.ts'

const askers = ['ramon', 'katrina', 'olivia', 'diego', 'bea', 'jun', 'liza', 'nadia'] as const
const limits = {
  assistantMinute: { points: 500, seconds: 60 },
  assistantDay: { points: 500, seconds: 86_400 },
}
const site = withSite(askers, { limits })

type ReceivedEvent = { text: string; state: string; sources: { to: string }[] }
const received = new Map<string, ReceivedEvent>()

/** Asks as the widget does; returns the last line of the answer. */
async function ask(who: (typeof askers)[number], text: string): Promise<ReceivedEvent> {
  const response = await site.visitor(who).post('/api/support', { intent: 'ask', text })
  const lines = (await response.text()).trim().split('\n')
  const { message } = JSON.parse(lines.at(-1)!) as { message?: ReceivedEvent }
  return message ?? { text: lines.join(), state: String(response.status), sources: [] }
}

beforeAll(async () => {
  const waiting = [...questions.map((question) => question.ask), ...injections].values()
  await Promise.all(
    askers.map(async (who) => {
      for (const text of waiting) received.set(text, await ask(who, text))
    }),
  )
}, 300_000)

describe('by the endpoint of the widget, the built-in assistant', () => {
  it.each(questions.filter(({ source }) => source !== null))(
    'answers “$ask” from $source',
    ({ ask: asked, source }) => {
      const { text, state, sources } = received.get(asked)!
      expect(state).toBe('done')
      expect(sources[0]?.to.split('#')[0]).toBe(`/help/${source}`)
      expect(text.length).toBeGreaterThan(40)
    },
  )

  it.each(questions.filter(({ source }) => source === null))(
    'does not know “$ask”, and leads to the contact form',
    ({ ask: asked }) => {
      const { text, sources } = received.get(asked)!
      expect(sources.map(({ to }) => to)).toEqual(['/contact'])
      expect(text).toMatch(/^(Sorry, I don’t know|Paumanhin)/)
    },
  )

  // Spec: S1.4, D29
  // Case: 40
  it.each(injections)('is not moved by: %s', (asked) => {
    const { text, state, sources } = received.get(asked)!
    // A text of invisible characters counts as empty.
    if (tidyQuestion(asked) === '') return expect(state).toBe('422')
    expect(text === onlyAbout('Hiram') || /^(Sorry, I don’t know|Paumanhin)/.test(text)).toBe(true)
    expect(sources.every(({ to }) => to === '/contact')).toBe(true)
  })
})
