import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAssistantEmulator } from './emulator.ts'
import { gemini, type GeminiOptions } from './gemini.ts'
import type { AssistantGateway, Question } from './port.ts'

type Opened = { with(options?: Partial<GeminiOptions>): AssistantGateway; close(): Promise<void> }

async function onEmulator(): Promise<Opened> {
  const emulator = await startAssistantEmulator({
    apiKey: 'AIza-contract',
    models: ['gemini-flash-latest'],
    answer: () => `Pumunta ka sa palengke: ${'isang kilong mangga, '.repeat(40)}salamat.`,
  })
  const own = { apiUrl: emulator.url, apiKey: 'AIza-contract', models: ['gemini-flash-latest'] }
  return { with: (options) => gemini({ ...own, ...options }), close: () => emulator.close() }
}

async function onVendor(): Promise<Opened> {
  const own = { apiKey: process.env.GEMINI_API_KEY!, models: ['gemini-flash-latest'] }
  return { with: (options) => gemini({ ...own, ...options }), close: async () => {} }
}

const kinds = [
  { name: 'the emulator', open: onEmulator },
  ...(process.env.GEMINI_API_KEY ? [{ name: 'Gemini', open: onVendor }] : []),
]

const question: Question = {
  system: 'You tell children stories of at least two hundred words, in plain text.',
  turns: [
    { by: 'person', text: 'Hello!' },
    { by: 'assistant', text: 'Hello. What shall the story be about?' },
  ],
  text: 'About a mango that went to the market.',
}

describe.each(kinds)('$name', ({ open }) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())

  it('answers in pieces that are together the answer, and tells its model and what it cost', async () => {
    const pieces: string[] = []
    const answered = await opened.with().answer(question, (piece) => pieces.push(piece))
    expect(answered).toMatchObject({ ok: true, model: 'gemini-flash-latest' })
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.join('')).toBe(answered.text)
    expect(answered.tokens).toBeGreaterThan(10)
  })

  // Spec: D30
  it('passes over a model that is not there, and remembers it', async () => {
    const gateway = opened.with({ models: ['gemini-of-the-past', 'gemini-flash-latest'] })
    expect(await gateway.answer(question, () => {})).toMatchObject({ ok: true, model: 'gemini-flash-latest' })
    expect(gateway.state()).toEqual({
      models: ['gemini-of-the-past', 'gemini-flash-latest'],
      gone: ['gemini-of-the-past'],
      answering: 'gemini-flash-latest',
    })
  })

  it('says so when it has none of the models', async () => {
    const gateway = opened.with({ models: ['gemini-of-the-past', 'gemini-of-yore'] })
    expect(await gateway.answer(question, () => {})).toMatchObject({ ok: false, reason: 'gone' })
  })

  it('can’t be used with a wrong key', async () => {
    const gateway = opened.with({ apiKey: 'AIzaSyA0000000000000000000000000000000' })
    expect(await gateway.answer(question, () => {})).toMatchObject({ ok: false, reason: 'unreachable' })
  })

  it('stops when its reader leaves, and returns the text until then', async () => {
    const reader = new AbortController()
    const answered = await opened.with().answer(question, () => reader.abort(), reader.signal)
    expect(answered).toMatchObject({ ok: false, reason: 'stopped' })
    expect(answered.text).not.toBe('')
  })
})
