import { expect, test } from 'vitest'
import { assistantWords } from './assistant-line.tsx'

const state = {
  answerer: 'google' as const,
  hasKey: true,
  models: { models: ['gemini-1.5-flash', 'gemini-flash-latest'], gone: [], answering: null },
  usage: { answers: 12, tokens: 3400 },
  dailyBudget: 2_000_000,
}

test.each<[string, Partial<Parameters<typeof assistantWords>[0]>, string]>([
  [
    'before the first answer',
    {},
    'Google is asked with gemini-1.5-flash, then gemini-flash-latest. 12 answers today, 3,400 of 2,000,000 tokens.',
  ],
  [
    'after a model is gone',
    { models: { ...state.models, gone: ['gemini-1.5-flash'], answering: 'gemini-flash-latest' } },
    'Google answers with gemini-flash-latest. Google no longer has gemini-1.5-flash. 12 answers ' +
      'today, 3,400 of 2,000,000 tokens.',
  ],
  [
    'once the budget is spent',
    { answerer: 'built-in', usage: { answers: 1, tokens: 2_000_060 } },
    'Today’s budget is spent, so the built-in assistant answers until midnight. 1 answer today, ' +
      '2,000,060 of 2,000,000 tokens.',
  ],
  [
    'without a key',
    { answerer: 'built-in', hasKey: false, models: null },
    'The built-in assistant answers from the help texts, as no key of Google is set. 12 answers today.',
  ],
  [
    'switched off',
    { answerer: 'off', models: null },
    'Switched off (ASSISTANT=off). People are shown the help texts and the contact form.',
  ],
])('admins read %s', (_, changes, words) => expect(assistantWords({ ...state, ...changes })).toBe(words))
