import { Failed, geminiCalls, type Fetch, type Log, type Open, type Timeouts } from './gemini-calls.ts'
import { bodyOf, type GenerationLimits } from './gemini-shapes.ts'
import type { Answered, AssistantGateway, NoAnswer, Question } from './port.ts'

export type GeminiOptions = Partial<Timeouts> &
  Partial<GenerationLimits> & {
    apiKey: string
    /** Tried in this order; a model that the vendor no longer has is skipped. */
    models: readonly string[]
    apiUrl?: string
    /** How long a model that the vendor no longer has is skipped. */
    goneMs?: number
    fetch?: Fetch
    log?: Log
    now?: () => number
  }

const defaultTimeouts: Timeouts = {
  firstWordMs: 15_000,
  openMs: 25_000,
  silenceMs: 10_000,
  wholeMs: 60_000,
  retries: 2,
  retryDelayMs: 400,
  maxRetryDelayMs: 4000,
  breakAfter: 6,
  breakMs: 15_000,
}
const silent: Log = { info: () => {}, warn: () => {}, error: () => {} }

/** The most characters that are read of one answer. */
const MAX_TEXT = 20_000
const unsafe = new Set([
  'SAFETY',
  'PROHIBITED_CONTENT',
  'SPII',
  'RECITATION',
  'BLOCKLIST',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
])

const messages: Record<NoAnswer, string> = {
  unreachable: 'Gemini could not be reached.',
  busy: 'Gemini is busy.',
  gone: 'Gemini has none of the models any more.',
  refused: 'Gemini refused the request.',
  blocked: 'Gemini blocked it as unsafe.',
  empty: 'Gemini ended without a word.',
  broken: 'Gemini broke off.',
  stopped: 'The reader left.',
}

/**
 * The assistant by Gemini's `streamGenerateContent`. Waits are in milliseconds. `thinkingLevel` (`LOW`, `MEDIUM`,
 * `HIGH`) is for models that accept one; older models refuse it.
 */
export function gemini(options: GeminiOptions): AssistantGateway {
  const { apiKey, models, maxOutputTokens = 2048, thinkingLevel, goneMs = 3_600_000 } = options
  if (!apiKey || models.length === 0) throw new Error('Gemini needs a key and a model.')
  const now = options.now ?? Date.now
  const log = options.log ?? silent
  const open = geminiCalls(
    options.apiUrl ?? 'https://generativelanguage.googleapis.com',
    apiKey,
    { ...defaultTimeouts, ...given(options) },
    options.fetch ?? fetch,
    log,
  )
  const goneAt = new Map<string, number>()
  const isGone = (model: string) => now() - (goneAt.get(model) ?? -Infinity) < goneMs
  let answering: string | null = null

  /** Begins an answer with the first model that the vendor has. */
  async function begin(question: Question, reader: AbortSignal) {
    const body = bodyOf(question, { maxOutputTokens, thinkingLevel })
    for (const model of models.filter((each) => !isGone(each))) {
      if (reader.aborted) throw new Failed('stopped')
      try {
        const opened = await open(model, body, reader)
        goneAt.delete(model)
        if (model !== answering) log.info({ event: 'assistant-model', model }, 'this model answers now')
        answering = model
        return { model, opened }
      } catch (error) {
        if (!(error instanceof Failed) || error.why !== 'gone') throw error
        goneAt.set(model, now())
      }
    }
    throw new Failed('gone')
  }

  return {
    async answer(question, onText, signal = new AbortController().signal) {
      const none = noAnswer(question)
      let begun: Awaited<ReturnType<typeof begin>>
      try {
        begun = await begin(question, signal)
      } catch (error) {
        if (!(error instanceof Failed)) throw error
        return none(reasonOf(error))
      }
      const { model, opened } = begun
      try {
        const output = await readAll(opened, onText, signal)
        const { text, finish, tokens } = output
        if (output.reason) {
          log.warn({ event: 'assistant-provider', model, ...output.facts }, 'an answer broke off')
          return none(output.reason, text, tokens)
        }
        if (unsafe.has(finish)) return none('blocked', text, tokens)
        if (text.trim() === '') return none('empty', '', tokens)
        return {
          ok: true,
          text,
          model,
          tokens: tokens ?? estimate(question, text),
          cut: finish !== 'STOP',
        }
      } finally {
        opened.close()
      }
    },
    state: () => ({ models, gone: models.filter(isGone), answering }),
  }
}

type ModelOutput = { text: string; finish: string; tokens?: number; reason?: NoAnswer; facts?: object }

/**
 * Reads an answer to its end, or until it breaks off. A finish reason alone does not end it: Gemini 1.5 gives one with
 * each piece. What breaks off after the only one is complete; after several it may not be, and counts as cut.
 */
async function readAll(
  { first, rest }: Awaited<ReturnType<Open>>,
  onText: (piece: string) => void,
  reader: AbortSignal,
): Promise<ModelOutput> {
  const output: ModelOutput = { text: '', finish: '' }
  let finishes = 0
  try {
    for (let next: IteratorResult<typeof first> = { value: first }; ; next = await rest.next()) {
      if (reader.aborted) return { ...output, reason: 'stopped' }
      if (next.done && output.finish) return output
      if (next.done) return { ...output, reason: output.text ? 'broken' : 'empty', facts: { why: 'no end' } }
      const { text, finish, blocked, tokens } = next.value
      output.tokens = tokens ?? output.tokens
      if (blocked) return { ...output, finish: 'SAFETY' }
      output.text += text
      if (text) onText(text)
      output.finish = finish ?? output.finish
      if (finish) finishes++
      if (unsafe.has(output.finish)) return output
      if (output.text.length > MAX_TEXT) return { ...output, finish: 'MAX_TOKENS' }
    }
  } catch (error) {
    if (reader.aborted) return { ...output, reason: 'stopped' }
    if (output.finish) return finishes > 1 ? { ...output, finish: 'OTHER' } : output
    const facts = error instanceof Failed ? error.facts : { why: error instanceof Error ? error.name : '' }
    return { ...output, reason: 'broken', facts }
  }
}

function reasonOf({ why }: Failed): NoAnswer {
  return why === 'no-answer' || why === 'key' ? 'unreachable' : why
}

/** Four characters are about one token. The question costs tokens even when no answer came. */
const estimate = ({ system, turns, text }: Question, answer: string) =>
  Math.ceil(turns.reduce((n, turn) => n + turn.text.length, (system + text + answer).length) / 4)

const noAnswer =
  (question: Question) =>
  (reason: NoAnswer, text = '', tokens?: number): Answered => {
    const costsTokens =
      reason === 'stopped' || reason === 'broken' || reason === 'blocked' || reason === 'empty'
    return {
      ok: false,
      reason,
      message: messages[reason],
      text,
      tokens: tokens ?? (costsTokens ? estimate(question, text) : 0),
    }
  }

function given(options: Partial<Timeouts>): Partial<Timeouts> {
  const names = [...Object.keys(defaultTimeouts), 'onBreaker'] as (keyof Timeouts)[]
  return Object.fromEntries(
    names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]),
  )
}
